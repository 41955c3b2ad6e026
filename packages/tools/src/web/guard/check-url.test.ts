import { describe, expect, test } from 'vitest'
import { checkUrl } from './check-url.ts'

const codeOf = (url: string, allowHosts: readonly string[] = []): string => {
  const checked = checkUrl(url, allowHosts)
  return checked.ok ? `ok ${checked.value.href}` : checked.refusal.code
}

const refused: readonly (readonly [string, string])[] = [
  // Other schemes.
  ['ftp://example.com/', 'url-scheme'],
  ['file:///etc/passwd', 'url-scheme'],
  ['javascript:alert(1)', 'url-scheme'],
  ['data:text/html,hello', 'url-scheme'],
  ['gopher://example.com:70/x', 'url-scheme'],
  ['ws://example.com/', 'url-scheme'],
  ['blob:https://example.com/1', 'url-scheme'],
  ['view-source:https://example.com/', 'url-scheme'],
  ['localhost:8080', 'url-scheme'],
  // Not a URL.
  ['', 'url-invalid'],
  ['example.com', 'url-invalid'],
  ['//example.com/', 'url-invalid'],
  ['https://', 'url-invalid'],
  ['https://exa mple.com/', 'url-invalid'],
  ['https://example.com:99999/', 'url-invalid'],
  ['https://1.2.3.4.5/', 'url-invalid'],
  ['https://256.1.1.1/', 'url-invalid'],
  ['https://example..com/', 'url-invalid'],
  ['https://example.com../', 'url-invalid'],
  ['http://[fe80::1%25eth0]/', 'url-invalid'],
  ['http://[fe80::1%eth0]/', 'url-invalid'],
  ['http://[::1/', 'url-invalid'],
  // Credentials, ports, characters, length.
  ['https://user@example.com/', 'url-credentials'],
  ['https://user:secret@example.com/', 'url-credentials'],
  ['https://example.com@evil.example/', 'url-credentials'],
  ['https://example.com:22/', 'url-port'],
  ['https://example.com:25/', 'url-port'],
  ['https://example.com:0/', 'url-port'],
  ['http://example.com:6667/', 'url-port'],
  ['http://example.com:10080/', 'url-port'],
  ['https://exam\tple.com/', 'url-characters'],
  ['https://example.com/\nHost: evil', 'url-characters'],
  ['https://example.com/\u0000', 'url-characters'],
  ['https://example.com/\u202ehtml', 'url-characters'],
  ['https://exa\u200bmple.com/', 'url-characters'],
  [`https://example.com/${'a'.repeat(8_200)}`, 'url-too-long'],
  [`https://example.com/${'ü'.repeat(3_000)}`, 'url-too-long'],
  // Names of a local network.
  ['http://localhost/', 'name-not-public'],
  ['http://LOCALHOST/', 'name-not-public'],
  ['http://localhost./', 'name-not-public'],
  ['http://app.localhost/', 'name-not-public'],
  ['http://printer.local/', 'name-not-public'],
  ['http://printer.local./', 'name-not-public'],
  ['http://metadata.google.internal/', 'name-not-public'],
  ['http://intranet/', 'name-not-public'],
  ['http://wiki.intranet/', 'name-not-public'],
  ['http://router.lan/', 'name-not-public'],
  ['http://nas.home.arpa/', 'name-not-public'],
  ['http://%6c%6f%63alhost/', 'name-not-public'],
  ['http://ⓛocalhost/', 'name-not-public'],
  // This machine, in every spelling.
  ['http://127.0.0.1/', 'address-not-public'],
  ['http://127.0.0.1./', 'address-not-public'],
  ['http://127.1/', 'address-not-public'],
  ['http://2130706433/', 'address-not-public'],
  ['http://0x7f000001/', 'address-not-public'],
  ['http://0x7f.1/', 'address-not-public'],
  ['http://0177.0.0.1/', 'address-not-public'],
  ['http://017700000001/', 'address-not-public'],
  ['http://127.255.255.254/', 'address-not-public'],
  ['http:\\\\127.0.0.1\\', 'address-not-public'],
  ['http:127.0.0.1', 'address-not-public'],
  ['http://①②⑦.⓪.⓪.①/', 'address-not-public'],
  ['http://127。0。0。1/', 'address-not-public'],
  ['http://0.0.0.0/', 'address-not-public'],
  ['http://0/', 'address-not-public'],
  ['http://[::1]/', 'address-not-public'],
  ['http://[::]/', 'address-not-public'],
  ['http://[0:0:0:0:0:0:0:1]/', 'address-not-public'],
  ['http://[::ffff:127.0.0.1]/', 'address-not-public'],
  ['http://[::ffff:7f00:1]/', 'address-not-public'],
  ['http://[::127.0.0.1]/', 'address-not-public'],
  ['http://[64:ff9b::127.0.0.1]/', 'address-not-public'],
  ['http://[2002:7f00:1::]/', 'address-not-public'],
  ['http://[2001:0:808:808::80ff:fffe]/', 'address-not-public'],
  // Other places that are not public.
  ['http://10.0.0.1/', 'address-not-public'],
  ['http://172.16.0.1/', 'address-not-public'],
  ['http://192.168.1.1/', 'address-not-public'],
  ['http://100.64.0.1/', 'address-not-public'],
  ['http://169.254.169.254/latest/meta-data/', 'address-not-public'],
  ['http://0xa9fea9fe/', 'address-not-public'],
  ['http://168.63.129.16/', 'address-not-public'],
  ['http://[::ffff:168.63.129.16]/', 'address-not-public'],
  ['http://198.18.0.1/', 'address-not-public'],
  ['http://203.0.113.7/', 'address-not-public'],
  ['http://224.0.0.1/', 'address-not-public'],
  ['http://255.255.255.255/', 'address-not-public'],
  ['http://[fe80::1]/', 'address-not-public'],
  ['http://[fd00:ec2::254]/', 'address-not-public'],
  ['http://[ff02::1]/', 'address-not-public'],
  ['http://[2001:db8::1]/', 'address-not-public'],
  ['http://[3fff::1]/', 'address-not-public'],
  ['http://[64:ff9b:1::8.8.8.8]/', 'address-not-public'],
  ['http://[2002:a00:1::1]/', 'address-not-public'],
  ['http://[64:ff9b::169.254.169.254]/', 'address-not-public'],
]

const passed: readonly (readonly [string, string])[] = [
  ['https://example.com', 'https://example.com/'],
  ['  https://example.com/a b#part ', 'https://example.com/a%20b'],
  ['HTTPS://EXAMPLE.com:443/A', 'https://example.com/A'],
  ['https://example.com./', 'https://example.com/'],
  ['http://example.com:8080/', 'http://example.com:8080/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://[64:ff9b::8.8.8.8]/', 'https://[64:ff9b::808:808]/'],
  ['https://[::ffff:8.8.8.8]/', 'https://[::ffff:808:808]/'],
  ['https://my.localnews.example/', 'https://my.localnews.example/'],
  ['https://internal.example.com/', 'https://internal.example.com/'],
]

describe('a URL is judged by its text', () => {
  test.each(refused)('%j is refused as %s', (url, code) => {
    expect(codeOf(url)).toBe(code)
  })

  test.each(passed)('%j passes as %s', (url, href) => {
    expect(codeOf(url)).toBe(`ok ${href}`)
  })
})

describe('the user may allow an origin', () => {
  test('an origin is allowed only with its scheme and port', () => {
    const allow = ['http://127.0.0.1:8080']
    expect(codeOf('http://127.0.0.1:8080/x', allow)).toBe('ok http://127.0.0.1:8080/x')
    expect(codeOf('http://2130706433:8080/x', allow)).toBe('ok http://127.0.0.1:8080/x')
    expect(codeOf('https://127.0.0.1:8080/x', allow)).toBe('address-not-public')
    expect(codeOf('http://127.0.0.1:8081/x', allow)).toBe('address-not-public')
    expect(codeOf('http://127.0.0.2:8080/x', allow)).toBe('address-not-public')
    expect(codeOf('http://localhost:8080/x', allow)).toBe('name-not-public')
  })

  test('a host without a scheme is allowed over http and https', () => {
    const allow = ['wiki.corp.internal']
    expect(codeOf('http://wiki.corp.internal/', allow)).toBe('ok http://wiki.corp.internal/')
    expect(codeOf('https://wiki.corp.internal/', allow)).toBe('ok https://wiki.corp.internal/')
    expect(codeOf('https://wiki.corp.internal:8443/', allow)).toBe('name-not-public')
    expect(codeOf('https://evil.wiki.corp.internal/', allow)).toBe('name-not-public')
  })

  test('credentials, bad ports and other schemes stay forbidden', () => {
    expect(codeOf('http://me@127.0.0.1:8080/', ['http://127.0.0.1:8080'])).toBe('url-credentials')
    expect(codeOf('http://127.0.0.1:22/', ['http://127.0.0.1:22'])).toBe('url-port')
    expect(codeOf('ftp://127.0.0.1/', ['ftp://127.0.0.1'])).toBe('url-scheme')
  })

  test('an entry that is not an origin allows nothing', () => {
    for (const entry of ['*', 'null', 'http://', 'file:///', '', '://'])
      expect(codeOf('http://127.0.0.1/', [entry])).toBe('address-not-public')
  })
})
