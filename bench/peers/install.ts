import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../.cache/peers', import.meta.url))

/** Pinned: another version is another measurement. */
export const peers = {
  '@openai/agents': '0.20.0',
  '@langchain/langgraph': '1.4.18',
  '@langchain/openai': '1.6.0',
  '@mastra/core': '1.71.0',
  '@mastra/libsql': '1.23.1',
  '@mastra/memory': '1.31.0',
  '@ai-sdk/openai-compatible': '3.0.90',
  zod: '4.6.7',
}

/** Later ones depend on packages that not every registry has, and npm then searches forever for a way out. */
const overrides = { '@langchain/langgraph-sdk': '1.12.0' }

/**
 * Installs the peers outside the project: they are compared with it, and not part of it. Runs none of their scripts.
 */
export function installPeers(): void {
  mkdirSync(folder, { recursive: true })
  const manifest = JSON.stringify(
    { name: 'peers', private: true, type: 'module', dependencies: peers, overrides },
    null,
    2,
  )
  const path = join(folder, 'package.json')
  const isCurrent =
    existsSync(join(folder, 'node_modules')) && existsSync(path) && readFileSync(path, 'utf8') === manifest
  writeFileSync(path, manifest)
  // The project's programs first: its Node, not the machine's.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts']
  if (!isCurrent) execFileSync('npm', options, { cwd: folder, stdio: 'inherit', env: { ...process.env, PATH } })
  cpSync(fileURLToPath(new URL('./contenders', import.meta.url)), join(folder, 'contenders'), { recursive: true })
}
