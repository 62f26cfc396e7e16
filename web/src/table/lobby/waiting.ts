// Why a game cannot begin yet, as far as one sees it at the table.
import type { Sheet } from "../../api/protocol";
import { listed } from "../../board/pawns/pawns";
import { count, say } from "../../i18n/say";

/** Empty when it can. */
export function whyNotYet(sheet: Sheet): string {
  const open = sheet.seats.filter((seat) => seat.kind === "open").length;
  if (open) {
    return sheet.you?.host
      ? count(
          "{n} seat is open: invite someone, or put a bot there.",
          "{n} seats are open: invite someone, or put bots there.",
          open,
        )
      : count("{n} seat is open.", "{n} seats are open.", open);
  }
  const host = sheet.people.find((person) => person.host)?.member;
  const late = sheet.seats.filter((seat) => seat.kind === "person" && !seat.ready && seat.member !== host);
  if (late.length)
    return say("Waiting for {names} to be ready.", { names: listed(late.map((seat) => seat.name ?? "")) });
  return "";
}
