import type { Session } from '@convene/domain'
import { speakersOf } from '../view/seats.ts'
import { slashCommands } from './commands.ts'

export type Suggestion = { readonly insert: string; readonly label: string; readonly note: string }

/** Completions for a `/` or `@` at the start of the line. */
export function suggestionsFor(text: string, session: Session): readonly Suggestion[] {
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
