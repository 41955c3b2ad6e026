import { expect, test } from 'vitest'
import { isYes } from './ask-user.ts'

test.each(['yes', 'Yes.', 'y', 'OK', 'ok, looks good!', 'Yes, it does', 'right', 'looks good to me', 'sure, thanks'])(
  '%j is a yes',
  (answer) => expect(isYes(answer)).toBe(true),
)

test.each([
  ...[
    'right now it crashes',
    'ok, but the header is broken',
    'true for Chrome, not Firefox',
    'yes?',
    'y/n',
    'it looks',
  ],
  ...['no', '', ' ', 'yes and no', 'okay-ish', 'not right', 'fine except for the footer', 'yesterday', 'thank you'],
])('%j is no yes', (answer) => expect(isYes(answer)).toBe(false))
