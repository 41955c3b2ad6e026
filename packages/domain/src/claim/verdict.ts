import { cleanLine } from '../text/clean.ts'
import { cutAtWord } from '../text/cut-at-word.ts'
import type { Claim, Mark } from './claim.ts'
import type { Deed } from './deed.ts'

/** A mark, the reason, and the call that decided it. */
export type ClaimVerdict = Pick<Claim, 'mark' | 'why'> & { readonly deed?: Deed }

const LONGEST = 80

/** A call in a few words: its command and exit code, or what it touched. */
export const callText = (deed: Deed): string => (deed.line === undefined ? touchText(deed) : lineText(deed.line, deed))

function lineText(line: string, { exit, ok, runs = [] }: Deed): string {
  const counted = runs.find(({ passed }) => passed !== undefined)
  const ended = ok ? '' : 'failed'
  const end = exit === undefined ? ended : `exit ${exit}`
  const tests = counted ? `${counted.passed} of ${counted.total ?? counted.passed} tests passed` : ''
  return [code(line), end, tests].filter((part) => part !== '').join(', ')
}

function touchText({ ok, wrote, removed, read, url }: Deed): string {
  const [did, could, what] = wrote
    ? ['wrote', 'write', wrote[0]]
    : removed
      ? ['removed', 'remove', removed[0]]
      : read
        ? ['read', 'read', read[0]]
        : ['got', 'get', url]
  return `${ok ? did : `could not ${could}`} ${code(what ?? '')}`
}

const code = (text: string): string => `\`${cutAtWord(cleanLine(text).replaceAll('`', "'"), LONGEST)}\``

/** A mark with the call that decided it. */
export const verdict = (mark: Mark, deed: Deed, why: string = callText(deed)): ClaimVerdict => ({ mark, why, deed })
