/** Questions of tools, for clients that show them to their users. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const eras = ['legacy', 'modern'] as const;

type Answer = 'decline' | 'cancel' | 'no' | 'yes';

describe.each(eras)('a question to the user of a client of the era %s', (era) => {
  const studio = useStudio({ env: { MCP: 'on' } });

  /** Makes a private video public, with a user who answers. @returns what they were asked */
  async function publish(answer: Answer) {
    const asked: string[] = [];
    const client = new Client(
      { name: 'test', version: '1' },
      {
        capabilities: { elicitation: { form: {} } },
        ...(era === 'modern' && { versionNegotiation: { mode: 'auto' as const } }),
      },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      if (answer === 'decline' || answer === 'cancel') return { action: answer };
      return { action: 'accept', content: { agree: answer === 'yes' } };
    });
    const requestInit = { headers: { authorization: 'Bearer studio-owner' } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${studio.gateway.url}/mcp`), { requestInit }),
    );
    const args = { id: ids.video.privateCut, privacy: 'public' };
    const { isError = false, content } = await client.callTool({
      name: 'save_video',
      arguments: args,
    });
    await client.close();
    const [block] = content as { readonly text: string }[];
    return { asked, isError, body: JSON.parse(block!.text) };
  }

  const privacy = async (): Promise<unknown> =>
    (await studio.data(`{ video(id: "${ids.video.privateCut}") { privacyStatus } }`)).video
      .privacyStatus;

  it('is asked once, and what they agree to is done', async () => {
    const { asked, isError, body } = await publish('yes');
    expect(asked).toEqual([expect.stringContaining('public')]);
    expect({ isError, shown: body.video.privacyStatus }).toEqual({
      isError: false,
      shown: 'PUBLIC',
    });
    expect(await privacy()).toBe('PUBLIC');
  });
  it.each(['decline', 'cancel', 'no'] as const)('does nothing if they %s', async (answer) => {
    const { asked, isError, body } = await publish(answer);
    expect(asked).toHaveLength(1);
    expect(isError).toBe(true);
    expect(body.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
    expect(await privacy()).toBe('PRIVATE');
  });
});
