// Where in the almanac a card is.
export const anchorOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/'/g, "")
    .replace(/[^a-z0-9]+/g, "-");

export const almanacPath = (deck: string, name?: string): string =>
  deck ? `/almanac/${deck}${name ? `#${anchorOf(name)}` : ""}` : "/almanac";
