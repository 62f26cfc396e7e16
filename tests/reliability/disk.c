/* A disk and a clock that tests can spoil: put before the system's own by LD_PRELOAD.

Whatever a program does to files below DRLUCKY_DISK is written into a journal, DRLUCKY_DISK_JOURNAL, in the order in which
it happens: from it disk.py makes what would be left of them if the power had failed. Writes are noted before they are
done, and syncs before and after: a sync covers what was noted before it began, and only a program that has been told of one has it
in the journal. Nothing is really synced.

DRLUCKY_DISK_SPOILT is a file of three numbers that tests write to while the program runs: what is wrong with the disk, by
how many nanoseconds the clock is wrong, and how many microseconds a sync takes. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MOST_FILES 65536

enum { SOUND, FULL, READ_ONLY };

struct spoilt {
    volatile int64_t disk;
    volatile int64_t clock;
    volatile int64_t sync_takes;
};

struct __attribute__((packed)) record {
    char kind;
    uint64_t inode;
    int64_t at;
    uint64_t length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root;
static size_t root_length;
static int journal = -1;
static int64_t noted;
static struct spoilt fine, *spoilt = &fine;
static uint64_t inodes[MOST_FILES];

__attribute__((constructor)) static void begin(void) {
    const char *journal_path = getenv("DRLUCKY_DISK_JOURNAL"), *spoilt_path = getenv("DRLUCKY_DISK_SPOILT");
    if (journal_path)
        journal = syscall(SYS_openat, AT_FDCWD, journal_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (spoilt_path) {
        int file = syscall(SYS_openat, AT_FDCWD, spoilt_path, O_RDONLY | O_CLOEXEC, 0);
        void *found = mmap(NULL, sizeof(struct spoilt), PROT_READ, MAP_SHARED, file, 0);
        if (found != MAP_FAILED)
            spoilt = found;
        syscall(SYS_close, file);
    }
    root = getenv("DRLUCKY_DISK");
    root_length = root ? strlen(root) : 0;
}

static int is_ours(const char *path) {
    return root && strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == 0);
}

static uint64_t inode_of(int file) { return file >= 0 && file < MOST_FILES ? inodes[file] : 0; }

static void note(char kind, uint64_t inode, int64_t at, const void *first, size_t first_length, const void *second,
                 size_t second_length) {
    struct record record = {kind, inode, at, first_length + second_length};
    struct iovec parts[] = {
        {&record, sizeof record}, {(void *)first, first_length}, {(void *)second, second_length}};
    noted++;
    if (journal >= 0 && syscall(SYS_writev, journal, parts, 3) < 0)
        abort();
}

/* What is wrong with the disk, for those who want to write to it. */
static int refused(void) {
    switch (spoilt->disk) {
    case FULL:
        errno = ENOSPC;
        return -1;
    case READ_ONLY:
        errno = EROFS;
        return -1;
    }
    return 0;
}

/* Files. */

static int opened(const char *path, int flags, mode_t mode, int folder) {
    int file, is_new;
    struct stat found;
    if (!is_ours(path))
        return syscall(SYS_openat, folder, path, flags, mode);
    if ((flags & O_ACCMODE) != O_RDONLY && spoilt->disk == READ_ONLY)
        return refused();
    pthread_mutex_lock(&lock);
    is_new = flags & O_CREAT && access(path, F_OK) != 0;
    if (is_new && refused()) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    file = syscall(SYS_openat, folder, path, flags, mode);
    if (file >= 0 && file < MOST_FILES && fstat(file, &found) == 0) {
        inodes[file] = found.st_ino;
        if (is_new)
            note('c', found.st_ino, 0, path, strlen(path), NULL, 0);
        else if (flags & O_TRUNC)
            note('t', found.st_ino, 0, NULL, 0, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    return file;
}

#define MODE(flags, last) \
    mode_t mode = 0; \
    if (flags & O_CREAT) { \
        va_list rest; \
        va_start(rest, last); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) {
    MODE(flags, flags)
    return opened(path, flags, mode, AT_FDCWD);
}

int open64(const char *path, int flags, ...) {
    MODE(flags, flags)
    return opened(path, flags, mode, AT_FDCWD);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE(flags, flags)
    return opened(path, flags, mode, folder);
}

int openat64(int folder, const char *path, int flags, ...) {
    MODE(flags, flags)
    return opened(path, flags, mode, folder);
}

int close(int file) {
    if (file == journal && file >= 0) {
        errno = EBADF;
        return -1;
    }
    if (file >= 0 && file < MOST_FILES)
        inodes[file] = 0;
    return syscall(SYS_close, file);
}

static ssize_t written(int file, const void *data, size_t length, off_t at) {
    ssize_t done = -1;
    pthread_mutex_lock(&lock);
    if (!refused()) {
        note('w', inode_of(file), at, data, length, NULL, 0);
        done = syscall(SYS_pwrite64, file, data, length, at);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t at) {
    return inode_of(file) ? written(file, data, length, at) : syscall(SYS_pwrite64, file, data, length, at);
}

ssize_t pwrite64(int file, const void *data, size_t length, off_t at) { return pwrite(file, data, length, at); }

ssize_t write(int file, const void *data, size_t length) {
    ssize_t done;
    if (!inode_of(file))
        return syscall(SYS_write, file, data, length);
    done = written(file, data, length, lseek(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR));
    if (done > 0)
        lseek(file, done, SEEK_CUR);
    return done;
}

int ftruncate(int file, off_t length) {
    int done = -1;
    if (!inode_of(file))
        return syscall(SYS_ftruncate, file, length);
    pthread_mutex_lock(&lock);
    if (!refused()) {
        note('t', inode_of(file), length, NULL, 0, NULL, 0);
        done = syscall(SYS_ftruncate, file, length);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate64(int file, off_t length) { return ftruncate(file, length); }

static int synced(int file) {
    int64_t before;
    pthread_mutex_lock(&lock);
    note('b', inode_of(file), 0, NULL, 0, NULL, 0);
    before = noted;
    pthread_mutex_unlock(&lock);
    usleep(spoilt->sync_takes);
    pthread_mutex_lock(&lock);
    note('s', inode_of(file), before, NULL, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int fsync(int file) { return inode_of(file) ? synced(file) : syscall(SYS_fsync, file); }

int fdatasync(int file) { return inode_of(file) ? synced(file) : syscall(SYS_fdatasync, file); }

/* Names. */

int rename(const char *from, const char *to) {
    int done = -1;
    if (!is_ours(to))
        return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    pthread_mutex_lock(&lock);
    if (!refused()) {
        note('r', 0, 0, from, strlen(from) + 1, to, strlen(to));
        done = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int unlink(const char *path) {
    int done = -1;
    if (!is_ours(path))
        return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    pthread_mutex_lock(&lock);
    if (spoilt->disk != READ_ONLY || !refused()) {
        if (access(path, F_OK) == 0)
            note('u', 0, 0, path, strlen(path), NULL, 0);
        done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int mkdir(const char *path, mode_t mode) {
    struct stat found;
    int done = -1;
    if (!is_ours(path))
        return syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    pthread_mutex_lock(&lock);
    if (!refused()) {
        done = syscall(SYS_mkdirat, AT_FDCWD, path, mode);
        if (done == 0 && stat(path, &found) == 0)
            note('d', found.st_ino, 0, path, strlen(path), NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

/* The time of day. */

int clock_gettime(clockid_t clock, struct timespec *found) {
    int done = syscall(SYS_clock_gettime, clock, found);
    if (done == 0 && clock == CLOCK_REALTIME) {
        int64_t now = found->tv_sec * 1000000000LL + found->tv_nsec + spoilt->clock;
        found->tv_sec = now / 1000000000LL;
        found->tv_nsec = now % 1000000000LL;
    }
    return done;
}

int gettimeofday(struct timeval *restrict found, void *restrict zone __attribute__((unused))) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    found->tv_sec = now.tv_sec;
    found->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *found) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (found)
        *found = now.tv_sec;
    return now.tv_sec;
}
