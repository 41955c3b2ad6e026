import { extname } from 'node:path'
import type { Result } from '@convene/domain'
import { findingsForm, type Severity } from '@convene/reading'
import type { Input } from '../command-line/input.ts'

/** What a run can write for other programs. */
export type ReviewFormat = 'md' | 'json' | 'sarif' | 'junit' | 'github'

type Output = { readonly file: string; readonly format: ReviewFormat }

/** What `run` writes in addition to showing it. */
export type ReviewRequest = {
  readonly outputs: readonly Output[]
  /** Whether GitHub Actions should show it. */
  readonly annotate: boolean
  readonly failOn: Severity | undefined
}

const byEnding: { readonly [ending: string]: ReviewFormat } = {
  '.md': 'md',
  '.json': 'json',
  '.sarif': 'sarif',
  '.xml': 'junit',
}

/** What the options ask for, or undefined if nothing. */
export function reviewRequest(input: Input): Result<ReviewRequest | undefined> {
  const files = input.list('output')
  const failOn = input.text('fail-on') as Severity | undefined
  const named = input.text('format') as ReviewFormat | undefined
  const annotate = named === 'github'
  if (files.length === 0 && failOn === undefined && named === undefined) return { ok: true, value: undefined }
  if (input.flag('detach'))
    return refused('--output, --format and --fail-on need the run to end here: leave out --detach.')
  if (named !== undefined && !annotate && files.length !== 1)
    return refused(`Name one file for it: --output review.${named === 'junit' ? 'xml' : named}.`)
  const outputs = files.map((file) => ({
    file,
    format: annotate ? byEnding[extname(file)] : (named ?? byEnding[extname(file)]),
  }))
  const unknown = outputs.find(({ format }) => format === undefined)
  if (unknown)
    return refused(
      `Cannot tell the format from the name ${unknown.file}. Use ${Object.keys(byEnding).join(', ')}, or add --format.`,
    )
  return { ok: true, value: { outputs: outputs as readonly Output[], annotate, failOn } }
}

const refused = (message: string): Result<never> => ({ ok: false, refusal: { code: 'usage', message } })

/** Whether agents have to write their findings in a machine-readable form. */
export const asksForFindings = ({ outputs, annotate, failOn }: ReviewRequest): boolean =>
  failOn !== undefined || annotate || outputs.some(({ format }) => format === 'sarif' || format === 'junit')

/** The user's constraints, followed by the form of the findings. */
export const withForm = (constraints: string | undefined): string =>
  [constraints, findingsForm].filter((part) => part !== undefined && part !== '').join('\n\n')
