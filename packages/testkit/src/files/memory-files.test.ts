import { describe, expect, test } from 'vitest'
import { memoryFiles } from './memory-files.ts'

const files = memoryFiles({
  'src/deep/leaf.ts': 'leaf',
  'README.md': '# Read me',
  'src/main.ts': 'größer',
  '.env': 'KEY=secret',
  '.git/config': 'x',
})

describe('memoryFiles', () => {
  test('lists files near the root first, and nothing hidden', async () => {
    expect(await files.list('/w', 10)).toEqual(['README.md', 'src/main.ts', 'src/deep/leaf.ts'])
    expect(await files.list('/w', 1)).toEqual(['README.md'])
  })

  test('reads at most the given number of bytes and never half a character', async () => {
    expect(await files.read('/w', 'src/main.ts', 100)).toBe('größer')
    expect(await files.read('/w', 'src/main.ts', 3)).toBe('gr')
  })

  test('returns nothing for missing files and paths that lead outside', async () => {
    expect(await files.read('/w', 'missing.md', 10)).toBeUndefined()
    expect(await files.read('/w', '../README.md', 10)).toBeUndefined()
    expect(await files.read('/w', '/README.md', 10)).toBeUndefined()
    expect(await files.read('/w', 'toString', 10)).toBeUndefined()
  })
})
