import { describeModel, replyOf, startModelServer } from '@convene/testkit'
import { modelOfDialect, modelsAt, requestOf } from './models.fixture.ts'

for (const model of [...Object.values(modelOfDialect), 'ollama/qwen-test']) {
  await describeModel(model, async () => {
    const server = await startModelServer()
    return {
      model: modelsAt(server.url),
      request: requestOf(model),
      tell: (story) => server.script(() => replyOf(story)),
      close: () => server.close(),
    }
  })
}
