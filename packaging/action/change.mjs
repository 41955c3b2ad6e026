// The change under review as text. Its author writes every byte of it, and may want some of them not to be read.
import { isUtf8 } from 'node:buffer'
import { spawnSync } from 'node:child_process'

/** Convene attaches at most this much. A part would be reviewed as if it were the whole. */
const MOST_BYTES = 256 * 1024

/** The diff since the base, and the names of files that it does not show in full. */
export function changeUnderReview(base, exclude) {
  const words = ['--no-color', '--no-ext-diff', '--no-textconv', `${base}...HEAD`, '--', '.', ...excluded(exclude)]
  const judged = partsOf(['diff', ...words])
  // As text: attributes that are part of the change could hide it otherwise (`*.ts -diff`).
  const parts = partsOf(['diff', '--text', ...words]).map((bytes, index) => read(bytes, judged[index]))
  refuseSize(parts)
  return {
    text: parts.map(({ text }) => text).join(''),
    unread: parts.filter(({ isWhole }) => !isWhole).map(({ name }) => name),
  }
}

/** The workflow's own choice. Git reads each as a pattern, whatever is in it. */
function excluded(exclude = '') {
  const patterns = exclude.split('\n').map((line) => line.trim())
  return patterns.filter(Boolean).map((pattern) => `:(top,exclude,glob)${pattern}`)
}

/**
 * One part per file, each byte as one character. Only a line feed starts a line here: `^` with the flag m would also match
 * after `\r` and U+2028, and a line of source could then pass for the header of another file.
 */
function partsOf(words) {
  const { stdout: emptyTree = '' } = git(['hash-object', '-t', 'tree', '--stdin'])
  // Newer versions of git read no attributes from the change then.
  const { status, stdout, stderr } = git(words, { GIT_ATTR_SOURCE: emptyTree.trim() })
  if (status === 0) return stdout.split(/(?<=^|\n)(?=diff --git )/u).filter(Boolean)
  process.stderr.write(
    `The change could not be read: ${printable(stderr ?? '')}\nUse actions/checkout with fetch-depth: 0.\n`,
  )
  process.exit(2)
}

const git = (words, env = {}) =>
  spawnSync('git', words, { encoding: 'latin1', input: '', maxBuffer: 2 ** 28, env: { ...process.env, ...env } })

/**
 * Leaves out only what git itself calls binary and what is not UTF-8 either. A NUL or an attribute makes a file binary
 * for git, and must not hide source code.
 */
function read(bytes, judged = '') {
  const buffer = Buffer.from(bytes, 'latin1')
  const [header] = buffer.toString('utf8', 0, bytes.indexOf('\n')).split('\n')
  const name = printable(header.slice('diff --git '.length))
  const isWhole = isUtf8(buffer)
  // Lines of content start with a space, a plus or a minus: only git itself can have written this one.
  const isBinary =
    judged.startsWith(bytes.slice(0, bytes.indexOf('\n') + 1)) && /\nBinary files .* differ\n$/u.test(judged)
  const text = isBinary && !isWhole ? `${header}\n(not read: a binary file)\n` : buffer.toString('utf8')
  return { name, isWhole, text: text.replaceAll('\0', '\u2400') }
}

function refuseSize(parts) {
  const sizes = parts.map(({ name, text }) => ({ name, size: Buffer.byteLength(text) }))
  const size = sizes.reduce((sum, each) => sum + each.size, 0)
  if (size <= MOST_BYTES) return
  const largest = sizes
    .sort((one, other) => other.size - one.size)
    .slice(0, 5)
    .map((each) => `  ${Math.ceil(each.size / 1024)} KB  ${each.name}\n`)
  process.stderr.write(
    `The change has ${Math.ceil(size / 1024)} KB, and a review reads at most 256 KB. Split it, or leave out generated files with the input exclude. The largest:\n${largest.join('')}`,
  )
  process.exit(2)
}

/** On one line: after a line break, whatever kind, the runner would obey `::error` and the like. */
const printable = (text) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
