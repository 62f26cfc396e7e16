// Where lines may end: within the long words of cards and rooms, and not before a percent sign.

/** A card is narrow, and not every browser knows how to divide words. Nor does a rule: German words are put together from
 * others, and are divided between them. So here are all words of ten letters and more in the names of cards and rooms,
 * divided as one reads them; tests/web knows if one is missing. */
export const HYPHENATED: readonly string[] = `
  Affen-pfote Anfän-ger-feh-ler Besen-stiel Biblio-thek Bil-lard-stock Bil-lard-zim-mer Brech-ei-sen Brief-öff-ner
  Bür-ger-kriegs-ka-none Crêpe-pfanne Dienst-bo-ten-trakt Ein-gangs-halle Engi-neer-ing Fehl-schlag Fle-der-mäuse
  Flie-der-zim-mer Fracht-büro Fracht-raum Gesang-buch Gewächs-haus Hasen-pfote Hecken-la-by-rinth Hoch-pro-zen-ti-ges
  Hun-de-zwin-ger Inex-pli-cable Kapi-täns-ruh Kapi-täns-sa-lon Kat-zen-vieh Kes-sel-raum Ket-ten-säge Kin-der-zim-mer
  Klein-teile Koh-len-bun-ker Kom-man-do-brü-cke Kran-ken-sta-tion Luft-post-marke Mann-schafts-messe
  Mann-schafts-quar-tier Maschi-nen-raum Mau-rer-kelle Nord-ost-flur Nord-west-flur Post-stelle Pro-me-na-den-deck
  Prunk-treppe Quer-ver-weis Rat-ten-gift Ref-er-enced Rei-se-ta-blet-ten Ret-tungs-boote Rosen-suite Schlaf-ge-mach
  Schlauch-boot Schuh-löf-fel See-len-trös-ter Sei-den-kor-del Selbst-zwei-fel Signal-flag-gen Sim-sa-la-bim
  Spei-se-kam-mer Spei-se-saal Steh-auf-männ-chen Stein-harte Süd-ost-flur Süd-west-flur Ten-nis-netz Tief-kühl-fisch
  Trep-pen-ab-satz Tro-phä-en-zim-mer Tur-bi-nen-raum Umge-dreh-ter Uner-klär-lich Ver-fluch-tes Ver-schluck-bare
  Waf-fen-kam-mer Wein-kel-ler Wel-len-tun-nel Welt-schmerz West-treppe Win-ter-gar-ten Wohn-zim-mer Zahl-meis-te-rei
  Zick-zack-schere Zwi-schen-deck geschlos-sen
`
  .trim()
  .split(/\s+/);

const SOFT = "\u00ad";
const SOFTENED: ReadonlyMap<string, string> = new Map(
  HYPHENATED.map((word) => [word.replaceAll("-", ""), word.replaceAll("-", SOFT)]),
);

/** The text with soft hyphens in the long words that we know. */
export const hyphenated = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => SOFTENED.get(word) ?? word);

/** A number and its percent sign stay on one line. */
export const unbroken = (text: string): string => text.replaceAll(" %", "\u00a0%");
