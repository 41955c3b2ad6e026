const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`)

type Action = { readonly href: string; readonly text: string; readonly script: string }

/** A self-contained page: a heading and a few lines, with text in backticks set as code, and something to do. */
export function plainPage(title: string, lines: readonly string[], action?: Action): string {
  const paragraphs = lines.map((line) => `<p>${escaped(line).replaceAll(/`([^`]+)`/gu, '<code>$1</code>')}</p>`)
  const button = action
    ? [
        `<p><a href="${escaped(action.href)}">${escaped(action.text)}</a></p>`,
        `<script src="${action.script}"></script>`,
      ]
    : []
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.5rem } code { font: 0.9em ui-monospace, monospace }
  a { display: inline-block; padding: 0.6rem 1.4rem; border-radius: 0.5rem; text-decoration: none; font-weight: 600 }
  a { color: Canvas; background: CanvasText } a:focus-visible { outline: 3px solid Highlight; outline-offset: 3px }
</style>
<main>
<h1>${escaped(title)}</h1>
${[...paragraphs, ...button].join('\n')}
</main>
`
}
