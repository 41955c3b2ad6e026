import { writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { rememberBounds, rememberedBounds } from './remember-bounds.ts'

test('a window opens with its last position and size', () => {
  using folder = temporaryFolder()
  const file = folder.file('window/bounds.json')
  rememberBounds(file, { left: 20, top: 30, width: 800, height: 600 })
  expect(rememberedBounds(file)).toEqual({ left: 20, top: 30, width: 800, height: 600 })
})

test('an invalid file is ignored', () => {
  using folder = temporaryFolder()
  const file = folder.file('bounds.json')
  const usual = rememberedBounds(file)
  for (const text of ['', 'x', '{"width": 1, "height": 1}', '{"width": "a"}', '{"width": 800, "height": 1e9}']) {
    writeFileSync(file, text)
    expect(rememberedBounds(file)).toEqual(usual)
  }
  writeFileSync(file, '{"width": 800, "height": 600, "left": 1e12, "top": 0}')
  expect(rememberedBounds(file)).toEqual({ width: 800, height: 600 })
})
