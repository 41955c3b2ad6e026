// Records commands on a pseudo terminal and draws them as animated pictures: `npm run recording` for the README's demo,
// `npm run recording -- agents` for the others, by name.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import xterm from '@xterm/headless'
import { drawFrames } from './recording/draw-frames.mjs'
import { scenes } from './recording/scenes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const size = { cols: 96, rows: 28 }
const FRAME_MS = 700
const convene = `${process.execPath} ${join(root, 'apps/cli/bin/convene.mjs')}`

const [name = 'demo'] = process.argv.slice(2)
const scene = scenes[name]
if (!scene) {
  console.error(`Unknown recording: ${name}. Use: ${Object.keys(scenes).join(', ')}`)
  process.exit(2)
}
const frames = await record(scene)
const picture = drawFrames(frames, { ...size, frameMs: FRAME_MS, label: scene.label })
writeFileSync(join(root, `docs/guide/pictures/${name}.svg`), picture)
console.log(`${frames.length} frames`)
process.exit(0)

/** Captures the screen about twice a second, until the program ends. */
async function record({ prepare }) {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true })
  const { words, program = convene, typed, environment, folder = root, remove } = await prepare()
  const prompt = typed ? `printf '$ %s\\n\\n' '${typed}'; ` : ''
  const command = `stty cols ${size.cols} rows ${size.rows}; ${prompt}exec ${[program, ...words].join(' ')}`
  const env = { ...environment, TERM: 'xterm-256color', SHELL: '/bin/sh' }
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (bytes) => terminal.write(bytes))
  const seen = []
  const timer = setInterval(() => seen.push(screenOf(terminal)), FRAME_MS)
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  clearInterval(timer)
  await new Promise((resolve) => terminal.write('', resolve))
  await remove()
  return [...seen, screenOf(terminal)]
}

/** Every row as pieces of one style, each with its starting column. */
function screenOf(terminal) {
  const { active } = terminal.buffer
  return Array.from({ length: size.rows }, (_, row) => piecesOf(active.getLine(active.baseY + row)))
}

function piecesOf(line) {
  const pieces = []
  for (let column = 0; column < size.cols; column += 1) {
    const cell = line?.getCell(column)
    if (!cell || cell.getWidth() === 0) continue
    const text = cell.getChars() || ' '
    const style = [
      cell.isBold() ? 'b' : '',
      cell.isDim() ? 'd' : '',
      cell.isFgPalette() ? `c${cell.getFgColor()}` : '',
    ].join('')
    const last = pieces.at(-1)
    if (last && last.style === style && cell.getWidth() === 1 && !last.isWide) last.text += text
    else pieces.push({ column, text, style, isWide: cell.getWidth() > 1 })
  }
  return pieces.filter(({ text }) => text.trim() !== '')
}
