import { squaresOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { safeTexts } from './safe-text.ts'

const safe = (text: string, workspace = '/srv/shop') =>
  safeTexts({ environment: {}, workspace, places: ['/home/ada'] }, [text])(text)

const key = 'a1b2c3d4e5'.repeat(4)
const [ZERO, SOFT, JOINER, RED] = ['\u200b', '\u00ad', '\u2060', '\u001b[31m']

test.each([
  ['a zero-width space', `ghp_${ZERO}${key}`],
  ['a colour code', `gh${RED}p_${key}`],
  ['a soft hyphen', `g${SOFT}hp_${key}`],
  ['a word joiner', `sk-ant-${JOINER}api03-${key}`],
  ['a colour code in the word before it', `pass${RED}word: ${key}`],
  ['a link', `gh\u001b]8;;x\u0007p_${key}`],
  ['bold letters of Markdown', `gh**p_**${key}`],
  ['code of Markdown', `ghp_\`${key}\``],
  ['an escaped letter of Markdown', `gh\\p_${key}`],
  ['bold names of Markdown', `**password:** ${key}`],
])('a key that is cut by %s does not leave the machine', (_, text) => {
  expect(safe(`see ${text} there`).replaceAll(/[*`~\\]/gu, '')).not.toContain(key)
  expect(safe(`see ${text} there`)).toContain('[redacted]')
})

test('a secret that is cut in one text is found in the others', () => {
  const texts = [`PASS${RED}WORD=hunter2xyz`, 'then hunter2xyz works']
  const plain = safeTexts({ environment: {}, workspace: '/w', places: [] }, texts)
  expect(texts.map((text) => plain(text))).toEqual(['PASSWORD=[redacted]', 'then [redacted] works'])
})

test('marks stay where they hide nothing', () => {
  const text = 'Use `npm test`, **not** `C:\\\\x`.\n~~old~~ the `token` count is 5'
  expect(safe(text)).toBe(text)
})

test.each([
  [`/ro${RED}ot/x/acme`, '…/acme'],
  [`/ho${ZERO}me/you/acme`, '…/acme'],
  ['//root/x', '…/x'],
  ['%2Froot%2F.ssh', '…/.ssh'],
  ['%2fhome%2fyou%2fkeys%2Fa.txt', '…/a.txt'],
  ['路径/root/秘密', '路径…/秘密'],
  ['/data/acme/secret', '…/secret'],
  ['/app/acme/secret', '…/secret'],
  ['/export/home/you', '…'],
  ['/storage/acme/a', '…/a'],
  ['"\\/root\\/x"', '"…/x"'],
  ['C:\\\\Users\\\\you\\\\a.txt', '…/a.txt'],
  ['vscode-remote://ssh-remote/home/you/x', '…/x'],
  ['ssh://git@h/home/you/r.git', '…/r.git'],
  ['git@host:/home/you/r.git', 'git@host:…/r.git'],
  ['/home/you', '…'],
  ['/home/you/', '…/'],
  ['/mnt/c/Users/you, and', '…, and'],
  ['C:\\Users\\you', '…'],
  ['see /srv/shop/src/a.ts', 'see src/a.ts'],
  ['https://example.com/home/page', 'https://example.com/home/page'],
  ['https://home/page', 'https://home/page'],
  ['src/app/data/a.ts and ./root/x', 'src/app/data/a.ts and ./root/x'],
])('%j becomes %j', (text, said) => {
  expect(safe(text)).toBe(said)
})

test('texts of any form take no more than linear time', () => {
  expect(squaresOf((text) => safe(text))).toEqual([])
})
