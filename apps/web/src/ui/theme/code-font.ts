/**
 * Loads the code font early. When a font arrives, the browser recomputes style and layout of the whole page, which
 * takes longer than a frame in a long session.
 */
export const loadCodeFont = (): void => void document.fonts.load('1em "JetBrains Mono Variable"').catch(() => undefined)
