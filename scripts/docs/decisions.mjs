import { globSync, readFileSync } from 'node:fs'
import { page, paragraph, table } from './page.mjs'

const folder = new URL('../../docs/decisions/', import.meta.url)

/** The list of decisions, by date and title. */
export function decisions() {
  const files = globSync('[0-9]*.md', { cwd: folder }).toSorted()
  return page('Decisions', 'the records in this folder', [
    paragraph(
      'Why the large things are the way they are. A record is named `YYYY-MM-DD-title.md` and has *Status*, *Context*, *Decision*, *Consequences* and *Alternatives*. Decisions do not change: a new record replaces an old one, and both say so. Wording and facts may be corrected.',
    ),
    paragraph(
      'Write one for a choice that is expensive to reverse and that a newcomer would question: a layer rule, a port, a public shape, a security boundary. Dependencies go into [one table](../dependencies.md), performance notes beside the code they explain, and behaviour into the [guide](../guide/README.md).',
    ),
    table(['decision', 'date', 'status'], files.map(row)),
  ])
}

function row(file) {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const [, title = file] = /^# (.+)$/m.exec(text) ?? []
  const [, status = 'unknown'] = /^Status: (.+)$/m.exec(text) ?? []
  return [`[${title}](${file})`, file.slice(0, 10), status]
}
