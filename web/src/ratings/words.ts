// Ratings as they are written.
interface Shown {
  points: number;
  error: number;
}

/** Such as 1540 ± 60. */
export const ratingWords = ({ points, error }: Shown): string =>
  error ? `${points} ± ${error}` : String(points);

/** What was gained or lost, with its sign. */
export const gainWords = (gained: number): string =>
  gained > 0 ? `+${gained}` : gained < 0 ? `−${-gained}` : "±0";
