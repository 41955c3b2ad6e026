import { expect, test } from 'vitest'
import { copyOf, isNewerVersion, isVersion } from './copy.ts'

test.each([
  ['/usr/lib/convene', 'debian'],
  ['/usr/local/lib/node_modules/@convene/cli', 'global'],
  ['/home/ada/.npm/_npx/1a2b/node_modules/@convene/cli', 'npx'],
  ['/home/ada/shop/node_modules/@convene/cli', 'project'],
])('a copy in %s is a %s copy', (folder, kind) => {
  expect(copyOf(folder, '/usr/local/lib/node_modules', '@convene/cli')).toBe(kind)
})

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '10.0.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.0.0-beta.1', true],
  ['1.0.0-beta.1', '1.0.0', false],
  ['1.0.0-beta.10', '1.0.0-beta.9', true],
  ['nonsense', '1.0.0', false],
])('%s comes after %s: %s', (one, other, expected) => {
  expect(isNewerVersion(one, other)).toBe(expected)
})

test.each(['', 'latest', '1.0', '1.0.0 && rm -rf /', '1.0.0\n2.0.0', `1.0.0-${'a'.repeat(99)}`])(
  '%j is not a version',
  (text) => {
    expect(isVersion(text)).toBe(false)
  },
)
