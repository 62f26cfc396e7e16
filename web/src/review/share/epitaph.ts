// What is to be read on the stone, or on the plate of the lifeboat: how it ended, for those who were not there.
import type { Outcome } from "../../api/protocol";
import type { Told } from "../../api/table.svelte";
import { type AttemptHistory, lastAttempt } from "../../game/attempt";
import { type Facts, cardOf } from "../../game/cards";
import { listed } from "../../game/names";
import { count, say } from "../../i18n/say";

/** A game that is over, as far as everyone knows it. */
export interface Ended {
  /** The edition's id, and what it is called. */
  readonly edition: string;
  readonly title: string;
  readonly saving: boolean;
  /** Null: it was abandoned. */
  readonly outcome: Outcome | null;
  readonly players: readonly string[];
  /** Whom everyone plays. */
  readonly cast: readonly string[];
  readonly told: readonly Told[];
  readonly facts: Facts;
  /** What a room is called. */
  readonly roomWord: (room: string) => string;
}

export interface Epitaph {
  readonly head: string;
  readonly lines: readonly string[];
}

export function epitaph(game: Ended): Epitaph {
  const { outcome, saving, told } = game;
  const failed = told.filter(({ event }) => event.kind === "foiled").length;
  switch (outcome?.how) {
    case "success": {
      const attempt = lastAttempt(told);
      const lines = attempt ? circumstances(attempt, game) : [];
      return saving
        ? {
            head: say("Here Doctor Lucky was saved"),
            lines: [rescues(failed), ...lines, say("Witnesses: everyone, naturally")],
          }
        : {
            head: say("Here lies Doctor Lucky"),
            lines: [survived(failed), ...lines, say("Witnesses: none")],
          };
    }
    case "sunk":
      return {
        head: say("Here sank the ship"),
        lines: [rescues(failed), say("Doctor Lucky is said to have been seen swimming.")],
      };
    case "last alive":
      return {
        head: say("Here lies nearly everyone"),
        lines: [
          say("{name} got out.", { name: game.players[outcome.winner ?? 0] ?? "" }),
          say("The doctor sends his regards."),
        ],
      };
    case "turn limit":
      return saving
        ? {
            head: say("Here Doctor Lucky is still waiting"),
            lines: [rescues(failed), say("He has asked for another blanket.")],
          }
        : {
            head: say("Here Doctor Lucky does not lie"),
            lines: [survived(failed), say("He has gone to bed.")],
          };
    default:
      return {
        head: say("Here was a table"),
        lines: [say("Everyone had to leave rather suddenly.")],
      };
  }
}

const survived = (failed: number): string =>
  failed
    ? count("He survived {n} attempt.", "He survived {n} attempts.", failed)
    : say("It was the very first attempt.");

const rescues = (failed: number): string =>
  failed
    ? count("{n} rescue failed before.", "{n} rescues failed before.", failed)
    : say("No rescue had failed before.");

function circumstances({ room, laid }: AttemptHistory, { saving, facts, roomWord }: Ended): string[] {
  const means = laid.length
    ? listed(laid.map((card) => cardOf(facts, card).word))
    : saving
      ? say("without an aid")
      : say("with bare hands");
  return [
    room ? say("Place: {room}", { room: roomWord(room) }) : "",
    say("Means: {means}", { means }),
  ].filter(Boolean);
}
