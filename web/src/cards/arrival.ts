// A card comes to its place: it flies from the pile with its back up, and is turned over there.
const FLIGHT = 650;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** For an element around a card. `from` finds what it comes from; where there is nothing, it is just there. */
export const arrival =
  (from: () => Element | null) =>
  (place: HTMLElement): (() => void) | undefined => {
    place.scrollIntoView({ block: "nearest", inline: "nearest" });
    const start = from()?.getBoundingClientRect();
    const end = place.getBoundingClientRect();
    if (still.matches || !start?.width || !end.width) return;
    const back = document.createElement("i");
    back.className = "card-back flying";
    back.style.left = `${end.left}px`;
    back.style.top = `${end.top}px`;
    back.style.width = `${end.width}px`;
    back.style.height = `${end.height}px`;
    document.body.append(back);
    const [x, y] = [start.left - end.left, start.top - end.top];
    const flight = back.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${start.width / end.width})` },
        { transform: "none", offset: 0.8 },
        { transform: "rotateY(90deg)" },
      ],
      { duration: FLIGHT, easing: "ease-in-out" },
    );
    const turn = place.animate(
      [
        { visibility: "hidden" },
        { visibility: "hidden", transform: "rotateY(90deg)" },
        { transform: "none" },
      ],
      { duration: FLIGHT * 1.4, easing: "ease-out" },
    );
    const land = (): void => back.remove();
    void flight.finished.then(land, land);
    return () => {
      flight.cancel();
      turn.cancel();
    };
  };
