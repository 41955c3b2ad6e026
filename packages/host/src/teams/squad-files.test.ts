import { modelCatalog } from '@convene/models'
import { expect, test } from 'vitest'
import { modelFor } from './squad-files.ts'

const settings = {
  model: 'local/big-model-4.6',
  providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
} as const
const catalog = modelCatalog(settings, {})

test.each([
  { written: 'local/anything', model: 'local/anything' },
  { written: 'big-model-4.6', model: 'local/big-model-4.6' },
  { written: 'Big-Model-4-6', model: 'local/big-model-4.6' },
  { written: 'rehearsal/offline', model: 'rehearsal/offline' },
])('a charter that prefers $written gets $model', ({ written, model }) => {
  expect(modelFor(catalog, written)).toBe(model)
})

test.each(['claude-opus-4.6', 'anthropic/claude-opus-5', 'nobody/x', 'big', ''])(
  'an unavailable model is ignored: %j',
  (written) => expect(modelFor(catalog, written)).toBeUndefined(),
)
