from tests.simulated.env import Simulation
async def test_first(sim: Simulation):
    ada, ben = sim.people["Ada"], sim.people["Ben"]
    table = sim.answers(await ada.slash(sim.channel, "soker new"))[0]
    print(table.text)
    await ben.click(table, label="Join")
    print(table.text)
    await ada.click(table, label="Start")
    print(table.text)
    for p in (ada, ben):
        for m in sim.messages(p): print(p.name, m.ephemeral, m.text[:600], [s.placeholder for s in m.selects] if hasattr(m.selects[0] if m.selects else None,'placeholder') else m.selects)
