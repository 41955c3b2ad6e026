import { describe, expect, test } from 'vitest'
import { quickResolution } from './quick-resolution.ts'

const root = 'file:///convene/'

/** Resolves as the hook does; `asked` are the names that Node was asked for. */
function resolver() {
  const asked: string[] = []
  const hook = quickResolution(root)
  const resolve = (specifier: string, parentURL: string, conditions = ['node', 'import']) =>
    hook(specifier, { parentURL, conditions, importAttributes: {} }, (name) => {
      asked.push(name)
      return { url: `found:${name}` }
    })
  return { asked, resolve }
}

describe('quick resolution', () => {
  test('takes a relative path of the tree as it is written', () => {
    const { asked, resolve } = resolver()
    expect(resolve('../b/c.ts', `${root}packages/domain/src/a/a.ts`)).toEqual({
      url: `${root}packages/domain/src/b/c.ts`,
      format: 'module-typescript',
      shortCircuit: true,
    })
    expect(resolve('./core.js', `${root}node_modules/zod/v4/index.js`)).toEqual({
      url: `${root}node_modules/zod/v4/core.js`,
      shortCircuit: true,
    })
    expect(asked).toEqual([])
  })

  test('asks Node once for a package that several files of a workspace name', () => {
    const { asked, resolve } = resolver()
    for (const file of ['a.ts', 'b/c.ts']) resolve('zod', `${root}packages/domain/src/${file}`)
    expect(asked).toEqual(['zod'])
  })

  test('asks again for another workspace and for each installed folder: each may have its own version', () => {
    const { asked, resolve } = resolver()
    const parents = [
      'packages/domain/src/a.ts',
      'packages/adapters/src/a.ts',
      'node_modules/x/a.js',
      'node_modules/y/a.js',
    ]
    for (const parent of parents) resolve('zod', root + parent)
    expect(asked).toHaveLength(4)
  })

  test.each([
    ['a file outside the tree', './x.ts', 'file:///elsewhere/a.ts', undefined],
    ['a file that is required', './x.js', `${root}node_modules/x/a.js`, ['node', 'require']],
    ['a path without an ending', './x', `${root}packages/domain/src/a.ts`, undefined],
    ['data', './prices.json', `${root}packages/models/src/prices/prices.ts`, undefined],
  ])('leaves %s to Node', (_what, specifier, parent, conditions) => {
    const { asked, resolve } = resolver()
    resolve(specifier, parent, conditions)
    resolve(specifier, parent, conditions)
    expect(asked).toEqual([specifier, specifier])
  })
})
