// All portraits, loaded together when the first of them is to be seen.
import { augusta } from "./augusta";
import { barnaby } from "./barnaby";
import { cosima } from "./cosima";
import { doctor } from "./doctor";
import { dragomir } from "./dragomir";
import { edwina } from "./edwina";
import { fabrizio } from "./fabrizio";
import { griselda } from "./griselda";
import { ignatius } from "./ignatius";
import { lysander } from "./lysander";
import { matilda } from "./matilda";
import { ottoline } from "./ottoline";
import { percival } from "./percival";
import type { Portrait } from "./portrait";

export const gallery: Record<string, Portrait> = {
  augusta,
  barnaby,
  cosima,
  doctor,
  dragomir,
  edwina,
  fabrizio,
  griselda,
  ignatius,
  lysander,
  matilda,
  ottoline,
  percival,
};
