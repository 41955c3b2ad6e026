// Packages the extension as a .vsix, offline: `node scripts/vsix.mjs [file]`. Default:
// apps/vscode/dist/convene-<version>.vsix
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zip } from './bundle/zip.mjs'
import { componentsOf } from './release/components.mjs'
import { thirdPartyLicences } from './release/documents.mjs'
import { buildExtension, extensionFolder } from './vscode.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const MEGABYTE = 1_048_576

/** Our own limit for the extension's size. */
export const MOST_BYTES = 5 * MEGABYTE

/** Creates the extension folder as it is installed: the build plus its manifest and documents. */
export async function stageExtension(folder) {
  mkdirSync(folder, { recursive: true })
  await buildExtension(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  for (const name of ['README.md', 'media'])
    cpSync(join(extensionFolder, name), join(folder, name), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'))
  cpSync(join(root, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'))
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), thirdPartyLicences(componentsOf(root).filter(isIncluded)))
}

/** The editor brings its own Node. */
const isIncluded = ({ ref }) => !/^node(?:-bin)?-(?:linux|darwin|win)-/u.test(ref)

/** The manifest without fields that only this repository needs. */
function manifest() {
  const {
    private: _private,
    devDependencies: _dev,
    ...rest
  } = JSON.parse(readFileSync(join(extensionFolder, 'package.json'), 'utf8'))
  return rest
}

/** Packages a staged extension. Returns its size and file names. */
export function packExtension(folder, file) {
  const names = globSync('**/*', { cwd: folder })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
  const archive = zip([
    ['[Content_Types].xml', contentTypes(names)],
    ['extension.vsixmanifest', vsixManifest(manifest())],
    ...names.map((name) => [`extension/${name}`, readFileSync(join(folder, name))]),
  ])
  if (archive.length > MOST_BYTES)
    throw new Error(
      `The extension is ${(archive.length / MEGABYTE).toFixed(1)} MB. The limit is ${MOST_BYTES / MEGABYTE} MB.`,
    )
  writeFileSync(file, archive)
  return { bytes: archive.length, names }
}

const types = {
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
  html: 'text/html',
  css: 'text/css',
  js: 'application/javascript',
  cjs: 'application/javascript',
  mjs: 'application/javascript',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
  vsixmanifest: 'text/xml',
}

function contentTypes(names) {
  const endings = [...new Set(['vsixmanifest', ...names.map((name) => name.split('.').at(-1))])]
  const lines = endings.map(
    (ending) => `<Default Extension=".${ending}" ContentType="${types[ending] ?? 'application/octet-stream'}"/>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join('')}</Types>`
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const assets = [
  ['Microsoft.VisualStudio.Code.Manifest', 'package.json'],
  ['Microsoft.VisualStudio.Services.Content.Details', 'README.md'],
  ['Microsoft.VisualStudio.Services.Content.Changelog', 'CHANGELOG.md'],
  ['Microsoft.VisualStudio.Services.Content.License', 'LICENSE.txt'],
  ['Microsoft.VisualStudio.Services.Icons.Default', 'media/icon.png'],
]

function vsixManifest({ name, displayName, description, version, publisher, engines, categories, keywords, icon }) {
  const listed = assets.map(([type, path]) => `<Asset Type="${type}" Path="extension/${path}" Addressable="true"/>`)
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(name)}" Version="${version}" Publisher="${escaped(publisher)}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${icon}</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>${listed.join('')}</Assets>
</PackageManifest>`
}

async function main([file]) {
  const folder = mkdtempSync(join(tmpdir(), 'convene-vsix-'))
  try {
    await stageExtension(folder)
    const target = file ?? join(extensionFolder, 'dist', `convene-${manifest().version}.vsix`)
    mkdirSync(join(target, '..'), { recursive: true })
    const { bytes, names } = packExtension(folder, target)
    console.log(`${target}: ${names.length} files, ${(bytes / MEGABYTE).toFixed(2)} MB`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))
