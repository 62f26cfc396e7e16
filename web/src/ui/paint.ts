/** Is a box scrolled to its end, or nearly so? One who reads what was said before wants to stay there. */
export const isAtEnd = (box: HTMLElement): boolean =>
  box.scrollHeight - box.scrollTop - box.clientHeight < 40;

/** Does something once the next frame is drawn, when it is known where everything lies: to ask before would make the
 * browser work that out twice, while pawns walk. Returns how to call it off. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
