import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { notesOf, releasedIn, setVersion } from '../../scripts/release/next-version.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const chart = 'deploy/helm/convene/Chart.yaml'
const texts = ['action.yml', chart, 'docs/guide/ci.md', 'docs/guide/vscode.md']

/** The files of this checkout that name its version. */
function copy(): string {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const files = [
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    ...texts,
    ...globSync('{apps,packages}/*/package.json', { cwd: root }),
  ]
  for (const file of files) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true })
    cpSync(join(root, file), join(folder.path, file))
  }
  return folder.path
}

test('a new version reaches every manifest, the lock file, the changelog and every text that names it', () => {
  const folder = copy()
  const { version: before } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  setVersion(folder, '9.8.7', '2027-01-31')
  for (const file of globSync('{package,{apps,packages}/*/package}.json', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text, file).toContain('"version": "9.8.7"')
    expect(text.replaceAll('9.8.7', before), file).toBe(readFileSync(join(root, file), 'utf8'))
  }
  for (const file of texts) {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text, file).toContain('9.8.7')
    expect(text.replaceAll('9.8.7', before), file).toBe(readFileSync(join(root, file), 'utf8'))
  }
  expect(readFileSync(join(folder, 'action.yml'), 'utf8')).toContain('@convene/cli\n    default: 9.8.7\n')
  expect(readFileSync(join(folder, chart), 'utf8')).toContain('\nversion: 9.8.7\nappVersion: 9.8.7\n')
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  expect(lock.replaceAll('9.8.7', before)).toBe(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  expect(lock.match(/"@convene\/domain": "(?!9\.8\.7)/u)).toBeNull()
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain('## [9.8.7] – 2027-01-31')
})

test('an invalid version is refused before anything is written', () => {
  const folder = copy()
  expect(() => setVersion(folder, 'v2; rm -rf', '2027-01-31')).toThrow('is not a version')
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(readFileSync(join(root, 'package.json'), 'utf8'))
})

test('a text that names another version stops the release', () => {
  const folder = copy()
  writeFileSync(join(folder, 'action.yml'), 'name: Convene\n')
  expect(() => setVersion(folder, '9.8.7', '2027-01-31')).toThrow(/^action\.yml does not name version /u)
})

test('a changelog with nothing new is not released', () => {
  expect(() => releasedIn('## [1.0.0] – 2026-01-01\n\n- Old.', '1.1.0', '2027-01-31')).toThrow('nothing to release')
})

test('the notes of a version are its changelog section', () => {
  const changelog =
    '# Changelog\n\n## [1.1.0] – 2027-01-31\n\n### Added\n\n- New.\n\n## [1.0.0] – 2026-01-01\n\n- Old.\n'
  expect(notesOf(changelog, '1.1.0')).toBe('### Added\n\n- New.')
  expect(notesOf(changelog, '3.0.0')).toBe('')
})
