"""Writes the golden files anew: `make golden`. Look at the difference before you keep it."""

from golden.playthrough import golden_files

if __name__ == "__main__":
    for path, text in golden_files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.name)
