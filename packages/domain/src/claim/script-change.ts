import { readCommandLine } from './read-command-line.ts'
import { scriptKind } from './script-name.ts'

const PACKAGE = /(?:^|\/)(?:package|composer|deno)\.jsonc?$/u
const TARGETS = /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|Rakefile|tox\.ini|noxfile\.py)$/u
const PAIR = /"([\w:.-]{1,60})"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.){0,300})"/gu

/** Whether what was written into these files may make a test script succeed without testing. */
export function replacesTests(paths: readonly string[], text: string): boolean {
  if (paths.some((path) => TARGETS.test(path))) return true
  if (!paths.some((path) => PACKAGE.test(path))) return false
  const pairs = [...text.slice(0, MOST).matchAll(PAIR)]
  // A part of a line may be anything.
  if (pairs.length === 0 || text.length > MOST) return true
  return pairs.some(([, name = '', line = '']) => isTestScript(name) && !runsTests(line))
}

const MOST = 50_000

const isTestScript = (name: string): boolean => scriptKind(name.replace(/^(?:pre|post)(?=test)/u, '')) === 'tests'

const runsTests = (line: string): boolean =>
  readCommandLine(line, { ok: true, exit: 0, output: '' }).runs?.some(
    ({ kind, outcome }) => kind === 'tests' && outcome === 'passed',
  ) === true
