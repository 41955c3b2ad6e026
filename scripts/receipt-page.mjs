// `npm run build:receipt-page` writes dist/verify-receipt.html: one file that checks a receipt in any browser, offline.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'apps/web/src/receipt-page')

/** The page as text. It may run only its own script and style, which it names by their hashes, and reach nothing. */
export async function receiptPage() {
  const build = await rolldown({ cwd: root, input: join(sources, 'main.ts'), platform: 'browser' })
  const { output } = await build.generate({ format: 'iife', minify: true })
  await build.close()
  const script = (output[0]?.code ?? '').replaceAll('</script', '<\\/script')
  const style = readFileSync(join(root, 'scripts/receipt-page.css'), 'utf8')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Check a Convene receipt</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Check a receipt</h1>
<p>A receipt of Convene proves what a session decided. This page checks its signature, its chain and its sealed votes, and works each result out again. It works offline: your file stays in this page.</p>
<label><span>Choose a receipt, or drop it here</span><input id="file" type="file" accept=".jsonl"></label>
<section id="result" aria-live="polite" hidden></section>
</main>
<script>${script}</script>
</body>
</html>
`
}

const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Writes the page to a file. */
export async function writeReceiptPage(file) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await receiptPage())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(root, 'dist/verify-receipt.html')
  await writeReceiptPage(file)
  console.log(file)
}
