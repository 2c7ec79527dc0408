const MOST = 2_000;

/** Where words stand in the text below an element; many enough to see, few enough to be quick. */
export function ranges(root: Element, words: readonly string[]): Range[] {
  const found: Range[] = [];
  if (words.length === 0) return found;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && found.length < MOST; node = texts.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        found.push(range);
      }
    }
  }
  return found;
}

/** Marks ranges as found, where the browser can; the page itself stays as it is. */
export function mark(found: readonly Range[]): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set("found", new Highlight(...found));
}
