const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`)

/** A self-contained page: a heading and a few lines, with text in backticks set as code. */
export function plainPage(title: string, lines: readonly string[]): string {
  const paragraphs = lines.map((line) => `<p>${escaped(line).replaceAll(/`([^`]+)`/gu, '<code>$1</code>')}</p>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.5rem } code { font: 0.9em ui-monospace, monospace }
</style>
<h1>${escaped(title)}</h1>
${paragraphs.join('\n')}
`
}
