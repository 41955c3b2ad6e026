import { describe, expect, test } from 'vitest'
import { readOptions } from './read-options.ts'

const wanted = [
  { text: 'Use SQLite', covers: ['m4'] },
  { text: 'Use Postgres', covers: ['m5', 'm6'] },
]

const forms = {
  'a list': '- Use SQLite [m4]\n- Use Postgres [m5, m6]',
  'a list with remarks':
    '- **Use SQLite** [m4]\n  - one file, no server\n  - easy to copy\n- **Use Postgres** [m5, m6]\n\t- grows',
  letters: 'A) Use SQLite [m4]\nB) Use Postgres [m5, m6]',
  'letters in brackets': '(a) Use SQLite [m4]\n(b) Use Postgres [m5; m6]',
  'letters with a full stop': 'A. Use SQLite [m4]\nB. Use Postgres [m5 and m6]',
  'numbered options in bold': '**Option 1:** Use SQLite [m4]\n**Option 2:** Use Postgres [m5, m6]',
  'options with remarks': '### Option A: Use SQLite [m4]\n- one file\n\n### Option B: Use Postgres [m5, m6]\n- grows',
  'headings with remarks': '## Use SQLite [m4]\n- one file\n\n## Use Postgres [m5, m6]\n- grows',
  'an introduction': 'These positions amount to two options:\n\n1. Use SQLite (m4)\n2. Use Postgres (m5, m6)',
  'a table': '| | Option | Positions |\n|---|---|---|\n| A | Use SQLite | m4 |\n| B | Use Postgres | m5, m6 |',
  JSON: '{"answers":[{"answer":"Use SQLite","ids":["m4"]},{"answer":"Use Postgres","ids":["m5","m6"]}]}',
  'fenced JSON with other keys':
    'Here:\n```json\n[{"option": "Use SQLite", "covers": ["m4"]}, {"option": "Use Postgres", "covers": ["m5", "m6"]}]\n```',
  'JSON texts': '{"options": ["Use SQLite [m4]", "Use Postgres [m5, m6]"]}',
  'a fence': '```\n- Use SQLite [m4]\n- Use Postgres [m5, m6]\n```',
}

describe('the Head’s options', () => {
  test.for(Object.entries(forms))('as %s are read, without remarks', ([, text]) =>
    expect(readOptions(text)).toEqual(wanted),
  )

  test.for([
    ['None.'],
    ['They are all quite similar.'],
    [''],
    ['- <the answer in one line> [m3, m5]'],
    ['{"answers":[]}'],
    ['- \u3164\n- \u2800'],
  ])('are not made up from %j', ([text = '']) => expect(readOptions(text)).toEqual([]))
})
