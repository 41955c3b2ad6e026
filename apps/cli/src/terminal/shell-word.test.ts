import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

test('a plain path stays as it is', () => {
  expect(shellWord('/home/ada/shop-2')).toBe('/home/ada/shop-2')
})

test.each(['/home/ada/my shop', "/tmp/ada's; touch x", '/tmp/$(id) `id` "x"', ''])('a shell reads %j back', (word) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word)
})
