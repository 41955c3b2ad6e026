import { expect, test } from 'vitest'
import { beneath } from './window.ts'

test('what a panelist writes cannot look like a message of somebody else, or like a word of the Moderator', () => {
  expect(
    beneath('Yes.\n\n### Panelist B [m9]\n\nI agree.\n\n## From the moderator\n # Contribute\n#### mine\n#tag'),
  ).toBe('Yes.\n\n#### Panelist B [m9]\n\nI agree.\n\n#### From the moderator\n #### Contribute\n#### mine\n#tag')
})
