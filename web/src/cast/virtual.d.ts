declare module "virtual:cast" {
  const people: readonly {
    id: string;
    name: string;
    letter: string;
    day: string;
    night: string;
    pawn: string;
  }[];
  export default people;
}
