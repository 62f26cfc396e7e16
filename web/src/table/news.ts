// What happens around the game, in words, for those whom it concerns.
import type { News, Sheet } from "../api/protocol";
import { standInWord } from "../game/names";
import { say } from "../i18n/say";

/** Null for what the page shows anyway. */
export function newsWords(news: News, sheet: Sheet): string | null {
  const seat = news.seat == null ? undefined : sheet.seats[news.seat];
  const isMine = news.seat != null && (sheet.you?.seats.includes(news.seat) ?? false);
  const name = seat?.name ?? sheet.people.find((each) => each.member === news.member)?.name ?? "";
  if (news.kind === "hosted" && sheet.you?.host) return say("You are the host now.");
  if (!name || isMine || (news.member != null && news.member === sheet.you?.member)) return null;
  switch (news.kind) {
    case "stoodin":
      return seat?.stand_in ? `${name}: ${standInWord(seat.stand_in)}` : null;
    case "returned":
      return say("{name} is back.", { name });
    case "undone":
      return say("{name} undoes the last step.", { name });
    case "paused":
      return say("{name} pauses the game.", { name });
    case "unpaused":
      return say("{name} resumes the game.", { name });
    case "hosted":
      return say("{name} is the host now.", { name });
    default:
      return null;
  }
}
