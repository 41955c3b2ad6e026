import { lastQuoted, ownLines, undecorated } from '../../../answer/lines.ts'
import { markedLines, valueIn } from '../../../answer/marks.ts'
import { verdictIn } from '../../../answer/verdict.ts'
import { denies, isNone, isUnstated } from '../../../answer/words.ts'
import { confidenceIn } from '../../../decision/read-answer.ts'
import { asRead } from '../../../text/as-read.ts'
import { isFormText, VETO_FORM } from './forms.ts'

/** The lines of a ballot. `RANK` is no longer requested, but a model that writes it would still reveal its vote. */
export const BALLOT_WORDS = ['VOTE', 'PROBABILITIES', 'RANK', 'REASON', 'VETO']
/** Every marker a panelist may write. */
export const PANEL_WORDS = ['POSITION', 'CONFIDENCE', 'CHANGED', ...BALLOT_WORDS]

/** The protocol lines of a text, verbatim. */
export const protocolLines = (text: string): readonly string[] => markedLines(text, { words: PANEL_WORDS })

/** The stated position. Undefined without such a line. */
export type Stated = { readonly position: string; readonly confidence: number | null; readonly changed: Changed | null }
type Changed = { readonly yes: boolean; readonly because: string }

const LONGEST_POSITION = 500

export function readPosition(text: string): Stated | undefined {
  const position = valueIn(text, 'POSITION')
  if (position === undefined || isUnstated(position) || isFormText(position)) return undefined
  return {
    position: position.slice(0, LONGEST_POSITION),
    confidence: confidenceIn(text),
    changed: readChanged(valueIn(text, 'CHANGED')),
  }
}

const YES = /^(?:yes|true|ja|oui|s[ií]|да|是)(?![\p{L}\p{N}])[\s,.:;–—-]*([\s\S]*)/iu
const UNCHANGED =
  /^(?:unchanged|not changed|not really|same|否|いいえ|아니[요오]|unverändert|inchangé|sin cambios)(?![\p{L}\p{N}])/iu

export function readChanged(line = ''): Changed | null {
  if (line !== '' && (isNone(line) || UNCHANGED.test(line))) return { yes: false, because: '' }
  const rest = YES.exec(line)?.[1]
  if (rest === undefined) return null
  const because = rest.replace(/^because( of)?\b[\s:]*/i, '').trim()
  return { yes: true, because: /[\p{L}\p{N}]/u.test(because) ? because : '' }
}

/** Positions are the same if they differ only in case, punctuation and spacing. */
export const samePosition = (one: string, other: string): boolean => bare(one) === bare(other)

export const bare = (text: string): string =>
  asRead(text)
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\s`]/gu, '')

/** `REDIRECT: <panelist or all>: <one sentence>`. */
export function readRedirect(text: string): { readonly whom: string; readonly sentence: string } | undefined {
  const [, whom = '', sentence = ''] = /^([^:]{1,40}):\s*(.+)$/s.exec(valueIn(text, 'REDIRECT') ?? '') ?? []
  return sentence === '' ? undefined : { whom: whom.trim(), sentence: sentence.trim() }
}

export const MORE_ANALYSIS = '[MORE_ANALYSIS_NEEDED]'

/** Whether a panelist asks to keep the panel open. Quoted, conditional or negated words do not count. */
export const asksForMore = (text: string): boolean =>
  ownLines(text).some((line) => {
    if (!line.includes(MORE_ANALYSIS)) return false
    const around = line.replaceAll(IN_CODE, '')
    const isAlone = undecorated(line.replaceAll(MORE_ANALYSIS, '')) === ''
    return isAlone || (around.includes(MORE_ANALYSIS) && !sentencesWith(around).some(isHypothetical))
  })

const IN_CODE = /`[^`]{0,80}`/gu
const sentencesWith = (line: string): readonly string[] =>
  line.split(/(?<=[.!?;])\s/u).filter((sentence) => sentence.includes(MORE_ANALYSIS))
const isHypothetical = (sentence: string): boolean =>
  denies(sentence.replaceAll(MORE_ANALYSIS, '')) || /\b(?:if|unless|until|once|when|would)\b/iu.test(sentence)

/** Whether the Moderator says that the panel has converged. Undefined if its answer says neither. */
export function readConverged(text: string): boolean | undefined {
  const own = verdictOn(text)
  return own ?? verdictOn(lastQuoted(text).join('\n'))
}

const WORDS = { yes: ['CONVERGED'], no: ['NOT_CONVERGED', 'NOT CONVERGED', 'NOT YET CONVERGED'] }
/** `Yes. CONVERGED` and `Not yet. NOT_CONVERGED`: the same said twice. */
const REPEATED =
  /^(\W{0,6})(?:yes[.,:;!–—-]{1,2}\s+(?=\W{0,3}converged)|(?:no|not (?:yet|quite|really))[.,:;!–—-]{1,2}\s+(?=\W{0,3}not[ _]))/gimu

function verdictOn(text: string): boolean | undefined {
  const { says } = verdictIn(text.replaceAll(REPEATED, '$1'), WORDS)
  return says === 'unread' ? undefined : says === 'yes'
}

/** Why an option would do harm. Empty if there is no veto: the form copied back is none. */
export function readVeto(text: string): string {
  const veto = valueIn(text, 'VETO') ?? ''
  return isNone(veto) || isFormText(veto) || veto.includes(VETO_FORM) ? '' : veto
}
