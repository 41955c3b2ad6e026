// Writes the same version to every manifest and every text that names it, and a date to the changelog.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Texts that name the version, each with its surroundings. */
const named = {
  'action.yml': ['description: The version of @convene/cli\n    default: ', '\n'],
  // Both lines of the chart: its own version, and that of the image.
  'deploy/helm/convene/Chart.yaml': ['ersion: ', '\n'],
  'docs/guide/ci.md': ['uses: OWNER/convene@v', '\n'],
  'docs/guide/vscode.md': ['dist/convene-', '.vsix'],
}

/** Writes a version into the manifests, the lock file, the changelog and the texts that name it. */
export function setVersion(root, version, date) {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$/u.test(version))
    throw new Error(`"${version}" is not a version such as 1.2.3.`)
  const before = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  for (const file of ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root })])
    rewrite(join(root, file), (text) => withVersion(text, before, version))
  rewrite(join(root, 'package-lock.json'), (text) => {
    const lock = JSON.parse(text)
    const entries = Object.entries(lock.packages).map(([path, entry]) => {
      const isOurs = !path.includes('node_modules/') && entry.version === before
      return [path, isOurs ? JSON.parse(withVersion(JSON.stringify(entry, null, 2), before, version)) : entry]
    })
    return JSON.stringify({ ...lock, version, packages: Object.fromEntries(entries) }, null, 2)
  })
  for (const [file, [start, end]] of Object.entries(named))
    rewrite(join(root, file), (text) => {
      if (!text.includes(`${start}${before}${end}`)) throw new Error(`${file} does not name version ${before}.`)
      return text.replaceAll(`${start}${before}${end}`, `${start}${version}${end}`)
    })
  rewrite(join(root, 'CHANGELOG.md'), (text) => releasedIn(text, version, date))
}

/** A manifest with a new version for itself and for our packages that it depends on. */
const withVersion = (text, before, version) =>
  text
    .replace(`\n  "version": "${before}"`, `\n  "version": "${version}"`)
    .replaceAll(/("@convene\/[^"]+": )"([^"]+)"/gu, (all, name, found) =>
      found === before ? `${name}"${version}"` : all,
    )

/** The changelog with the newest section under this version and date. */
export function releasedIn(changelog, version, date) {
  const heading = /^## \[[^\]]+\] – unreleased$/mu
  if (!heading.test(changelog)) throw new Error('CHANGELOG.md has no unreleased section: there is nothing to release.')
  return changelog.replace(heading, `## [${version}] – ${date}`)
}

/** The text of a version's section, for the release page. */
export function notesOf(changelog, version) {
  const [, rest] = changelog.split(`## [${version}]`)
  return rest === undefined ? '' : rest.split(/\n## /u)[0].split('\n').slice(1).join('\n').trim()
}

const rewrite = (file, change) => writeFileSync(file, `${change(readFileSync(file, 'utf8').trimEnd())}\n`)
