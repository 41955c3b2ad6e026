import { ok, type Result, refuse } from '@convene/domain'

export type Replacement = { readonly oldString: string; readonly newString: string; readonly replaceAll: boolean }

const MAX_LINES_NAMED = 10

/** Replaces exactly the given text, or explains why not: not found, or found more than once and where. */
export function replaceText(text: string, { oldString, newString, replaceAll }: Replacement): Result<string> {
  if (oldString === '') return refuse('empty', 'oldString is empty. To create a file, use "write".')
  if (oldString === newString) return refuse('same', 'oldString and newString are the same: nothing would change.')
  const first = text.indexOf(oldString)
  if (first < 0) return refuse('not_found', notFound(text, oldString))
  if (replaceAll) return ok(text.split(oldString).join(newString))
  if (text.indexOf(oldString, first + 1) >= 0) return refuse('many', many(text, oldString))
  return ok(text.slice(0, first) + newString + text.slice(first + oldString.length))
}

function many(text: string, oldString: string): string {
  const lines: number[] = []
  let count = 0
  for (let at = text.indexOf(oldString); at >= 0; at = text.indexOf(oldString, at + 1)) {
    count++
    if (lines.length < MAX_LINES_NAMED) lines.push(lineAt(text, at))
  }
  const named = `${lines.join(', ')}${count > lines.length ? ' …' : ''}`
  return `oldString is there ${count} times, at lines ${named}. Give more of the lines around it, or set replaceAll.`
}

/** Usually only whitespace differs. Then say where. */
function notFound(text: string, oldString: string): string {
  const wanted = squeezed(oldString)
  const lines = text.split('\n')
  const firstWanted = squeezed(oldString.split('\n').find((line) => line.trim() !== '') ?? '')
  const near = lines.findIndex(
    (line, index) =>
      firstWanted !== '' &&
      squeezed(line) === firstWanted &&
      squeezed(lines.slice(index, index + oldString.split('\n').length).join('\n')).startsWith(wanted.slice(0, 200)),
  )
  const hint =
    near >= 0 ? ` Line ${near + 1} is the same except for whitespace.` : ' Read the file again and copy it exactly.'
  return `oldString was not found in the file.${hint}`
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()

function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}
