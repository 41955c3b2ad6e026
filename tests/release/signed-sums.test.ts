import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@convene/testkit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { keyProblem, problemsOf, signSums } from '../../scripts/release/signed-sums.mjs'

const folder = temporaryFolder()
const file = (name: string) => join(folder.path, name)
afterAll(() => folder[Symbol.dispose]())

const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

beforeEach(() => {
  rmSync(file('more.txt'), { force: true })
  writeFileSync(file('a.tgz'), 'program')
  writeFileSync(file('b.deb'), 'package')
  signSums(folder.path, privateKey)
})

test('a release as it was signed has no problems', () => {
  expect(problemsOf(folder.path, publicKey)).toEqual([])
  expect(readFileSync(file('SHA256SUMS'), 'utf8')).toMatch(/^[0-9a-f]{64} {2}a\.tgz\n[0-9a-f]{64} {2}b\.deb\n$/u)
})

test.each([
  ['a changed file', () => writeFileSync(file('a.tgz'), 'other program'), 'a.tgz is not what was signed'],
  ['a file that was added', () => writeFileSync(file('more.txt'), ''), 'more.txt is not what was signed'],
  ['a file that is missing', () => rmSync(file('b.deb')), 'b.deb is not what was signed'],
  [
    'checksums that were made to fit',
    () => writeFileSync(file('SHA256SUMS'), readFileSync(file('SHA256SUMS'), 'utf8').replace('a.tgz', 'c.tgz')),
    'SHA256SUMS was not signed with this key',
  ],
  ['a signature by somebody else', () => signSums(folder.path), 'SHA256SUMS was not signed with this key'],
])('%s is found', (_name, attack, problem) => {
  attack()
  expect(problemsOf(folder.path, publicKey)).toContain(problem)
})

const noOpenssl = spawnSync('openssl', ['version']).error !== undefined

test.skipIf(noOpenssl)(
  `openssl accepts the signature, as the guide says${noOpenssl ? ' (left out: openssl is not installed)' : ''}`,
  () => {
    const words = ['-verify', '-pubin', '-inkey', 'release-key.pem', '-rawin', '-in', 'SHA256SUMS']
    const asked = spawnSync('openssl', ['pkeyutl', ...words, '-sigfile', 'SHA256SUMS.sig'], {
      cwd: folder.path,
      encoding: 'utf8',
    })
    expect([asked.status, asked.stdout.trim()]).toEqual([0, 'Signature Verified Successfully'])
  },
)

test('nothing is signed until the public key is committed, or with a key that does not match it', () => {
  using project = temporaryFolder()
  expect(keyProblem(project.path, privateKey)).toMatch(/^packaging\/release-key\.pem is missing: .*releases\.md/u)
  mkdirSync(project.file('packaging'))
  writeFileSync(project.file('packaging/release-key.pem'), publicKey)
  expect([keyProblem(project.path), keyProblem(project.path, privateKey)]).toEqual([undefined, undefined])
  const { privateKey: other } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  expect(keyProblem(project.path, other)).toMatch(/does not belong to packaging\/release-key\.pem/u)
})

test('a key of another kind is refused', () => {
  const { privateKey: other } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  expect(() => signSums(folder.path, other)).toThrow('The release key must be an Ed25519 key.')
})
