/** A person with an agent that asks the bench's provider. */
export interface Person {
  token: string;
  modelId: string;
  agentId: string;
}

const PASSWORD = "correct horse battery staple";

/** People who have added the provider and made an agent. */
export async function equip(url: string, provider: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    const email = `bench${at}@tessera.example`;
    const { access_token: token } = (await post(url, "/auth/v1/signup", { email, password: PASSWORD })) as {
      access_token: string;
    };
    const made = { name: "Slow", kind: "openai-compatible", baseUrl: provider };
    const { id } = (await post(url, "/api/agents/providers", made, token)) as { id: string };
    await post(url, `/api/agents/providers/${id}/check`, undefined, token);
    const answer = await fetch(`${url}/api/agents/models`, { headers: { authorization: `Bearer ${token}` } });
    const { items } = (await answer.json()) as { items: { id: string; name: string }[] };
    const modelId = items.find(({ name }) => name === "slow")!.id;
    const agent = (await post(
      url,
      "/api/agents/agents",
      {
        ...{ name: "Reader", icon: "bot", instructions: "", modelId, fallbackModelId: null, temperature: null },
        ...{ maxOutputTokens: 10_000, dayLimitMicros: null, monthLimitMicros: null, tools: {} },
      },
      token,
    )) as { id: string };
    people.push({ token, modelId, agentId: agent.id });
  }
  return people;
}

/** @throws Error for every answer that is not 2xx */
export async function post(url: string, path: string, body?: object, token?: string): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: {
      ...(body ? { "content-type": "application/json" } : {}),
      ...(token ? { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() } : { apikey: "tessera" }),
    },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
