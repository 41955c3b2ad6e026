import { ownLines, undecorated } from './lines.ts'

const ALONE =
  /^(?:i(?: (?:must|will|have to|am|['’]m))?\s+)?(?:abstain(?:ed|ing|s)?|abstention|enthaltung|ich enthalte mich|abst[eé]n(?:go|tion|ción)|me abstengo|je m['’]abstiens)\s*(?:$|[.,:;!(–—-]|(?:because|since|as|for lack of)\s)/iu

/** Whether a line without a mark says that its author does not vote: `ABSTAIN`, `I abstain, because …`. */
export const isAbstaining = (line: string): boolean => ALONE.test(undecorated(line))

/** `abstain` if a line of an answer abstains without `VOTE:`. Empty otherwise. */
export const abstentionIn = (text: string): string => (ownLines(text).some(isAbstaining) ? 'abstain' : '')
