import { declaredAnswers, withPlainMarks } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { answersWithMarks, marksOf } from './marks-of.ts'

/** Decorations in which every reader counts a mark. */
const decorations: { readonly [name: string]: (text: string) => string } = {
  'as asked': (text) => text,
  'with a full-width colon': (text) => text.replaceAll(/^([A-Z_]{4,}):/gmu, '$1：'),
  'with a dash': (text) => text.replaceAll(/^([A-Z_]{4,}): ?/gmu, '$1 - '),
  'in code marks': (text) => text.replaceAll(/^([A-Z_]{4,}.*)$/gmu, '`$1`'),
  'in bold': (text) => text.replaceAll(/^([A-Z_]{4,}:?)/gmu, '**$1**'),
  'as a list': (text) => text.replaceAll(/^([A-Z_]{4,})/gmu, '- $1'),
  'as a numbered list': (text) => text.replaceAll(/^([A-Z_]{4,})/gmu, '1. $1'),
  'after other words': (text) => `I looked at it.\n\n${text}`,
}

describe('an answer for the program is shown in plain words:', () => {
  const all = declaredAnswers.flatMap(({ answer }) =>
    answersWithMarks(answer).map((text) => [answer.name, text] as const),
  )

  test.each(all)('%s: %j', (_, text) => {
    for (const [decoration, write] of Object.entries(decorations)) {
      const shown = withPlainMarks(write(text))
      const leaked = marksOf(text).filter((mark) => new RegExp(`(?<![\\w])${mark}(?![\\w])`, 'u').test(shown))
      expect(leaked, `${decoration}: ${shown}`).toEqual([])
      expect(shown).not.toMatch(/\[\[|@worker|@end/u)
    }
  })
})
