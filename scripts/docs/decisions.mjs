import { globSync, readFileSync } from 'node:fs'
import { page, paragraph, table } from './page.mjs'

const folder = new URL('../../docs/decisions/', import.meta.url)

/** The list of decisions, in the order of their files. */
export function decisions() {
  const files = globSync('[0-9]*.md', { cwd: folder }).toSorted()
  return page('Decisions', 'the records beside it', [
    paragraph(
      'Why things are as they are: one page for each large choice and each dependency. A record is named `YYYY-MM-DD-title.md` and has *Status*, *Context*, *Decision*, *Consequences* and *Alternatives*. Once accepted it is not edited; a new one supersedes it, and both say so.',
    ),
    'Write one when you add a dependency, a layer rule, a port or a public shape.',
    table(['decision', 'date', 'status'], files.map(row)),
  ])
}

function row(file) {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const [, title = file] = /^# (.+)$/m.exec(text) ?? []
  const [, status = 'unknown'] = /^Status: (.+)$/m.exec(text) ?? []
  return [`[${title}](${file})`, file.slice(0, 10), status]
}
