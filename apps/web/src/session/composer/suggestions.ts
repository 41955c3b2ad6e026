import type { Session } from '@convene/domain'
import type { PersonView } from '@convene/protocol'
import { oneLine } from '../../ui/text/neutral.ts'
import { speakersOf } from '../view/seats.ts'
import { slashCommands } from './commands.ts'

const MOST_PEOPLE = 8

export type Suggestion = { readonly insert: string; readonly label: string; readonly note: string }

/** Completions for a `/` or `@` at the start of the line, and for people's names after any `@`. */
export function suggestionsFor(
  text: string,
  session: Session,
  people: readonly PersonView[] = [],
): readonly Suggestion[] {
  return [...ofCommandsAndAgents(text, session), ...ofPeople(text, people)]
}

function ofPeople(text: string, people: readonly PersonView[]): readonly Suggestion[] {
  const [, before, part] = /^([\s\S]*(?:^|\s))@([^@\n]{0,40})$/u.exec(text) ?? []
  if (before === undefined || part === undefined) return []
  return people
    .filter(({ name }) => name.toLowerCase().startsWith(part.toLowerCase()) && name.length > part.length)
    .slice(0, MOST_PEOPLE)
    .map(({ name }) => ({ insert: `${before}@${name} `, label: `@${oneLine(name)}`, note: 'Person in this space' }))
}

function ofCommandsAndAgents(text: string, session: Session): readonly Suggestion[] {
  const [, sign, word = ''] = /^([/@])([\w-]*)$/u.exec(text) ?? []
  if (sign === '/')
    return slashCommands
      .filter(({ name, isAllowed }) => name.startsWith(word) && isAllowed(session))
      .map(({ name, takes, text: note }) => ({
        insert: `/${name} `,
        label: `/${name}${takes ? ` ${takes}` : ''}`,
        note,
      }))
  if (sign === '@' && session.run)
    return speakersOf(session.run)
      .filter(({ slug, name }) => slug.startsWith(word) || name.toLowerCase().startsWith(word.toLowerCase()))
      .map(({ slug, name, role }) => ({
        insert: `@${slug} `,
        label: `@${slug}`,
        note: role ? `${name}, ${role}` : name,
      }))
  return []
}
