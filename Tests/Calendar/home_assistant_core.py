"""Runs a package in a Home Assistant core whose clock goes from one timer to the next."""
import asyncio, datetime, pathlib, selectors, tempfile, time, zoneinfo

ZONE = zoneinfo.ZoneInfo("Europe/Berlin")
REAL_TIME = time.time


class Clock(selectors.DefaultSelector):
    """A selector that moves the clock on instead of waiting."""

    def __init__(self, start):
        super().__init__()
        self.now, self.jumps = start.timestamp(), False
        self.beginning = time.monotonic() - self.now

    def time(self):
        return self.now if self.jumps else time.monotonic() - self.beginning

    def select(self, timeout=None):
        if not self.jumps:
            return super().select(timeout)
        events = super().select(0)
        if not events and timeout:
            self.now += timeout + 0.001
        return events


async def started(hass, clock, package, unit):
    """Sets up the package and a thermostat; returns the list of its setpoints."""
    from homeassistant import bootstrap, config_entries, loader
    from homeassistant.components.climate import DATA_COMPONENT, ClimateEntity, ClimateEntityFeature, HVACMode
    from homeassistant.config import async_hass_config_yaml
    from homeassistant.core_config import async_process_ha_core_config
    from homeassistant.setup import async_setup_component

    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    await async_setup_component(hass, "homeassistant", {})
    folder = pathlib.Path(hass.config.config_dir)
    (folder / "package.yaml").write_bytes(package)
    (folder / "configuration.yaml").write_text(
        "homeassistant:\n  packages:\n    setpoint: !include package.yaml\n  time_zone: Europe/Berlin\n"
        f"  unit_system: {'us_customary' if unit == 'F' else 'metric'}\n")
    config = await async_hass_config_yaml(hass)
    await async_process_ha_core_config(hass, config["homeassistant"])
    sent = []

    class Thermostat(ClimateEntity):
        entity_id, _attr_name, _attr_should_poll = "climate.hall", "Hall", False
        _attr_hvac_mode, _attr_hvac_modes = HVACMode.HEAT_COOL, [HVACMode.HEAT_COOL]
        _attr_temperature_unit = f"°{unit}"
        _attr_min_temp, _attr_max_temp = -100, 200
        _attr_target_temperature_high = _attr_target_temperature_low = None
        _attr_supported_features = (
            ClimateEntityFeature.TARGET_TEMPERATURE | ClimateEntityFeature.TARGET_TEMPERATURE_RANGE)

        async def async_set_temperature(self, **values):
            values.pop("entity_id", None)
            sent.append((clock.time(), values))

    assert await async_setup_component(hass, "climate", {})
    await hass.data[DATA_COMPONENT].async_add_entities([Thermostat()])
    for domain in ("schedule", "automation"):
        assert await async_setup_component(hass, domain, config), domain
    await hass.async_block_till_done()
    await hass.async_start()
    await hass.async_block_till_done()
    return sent


def run(package, unit, start, moments, visit):
    """Runs a package from `start` on.

    At each of `moments` the automation is run by hand; `visit(moment, sent, now)` gets the setpoints that it has sent by
    itself since the start, with their times, and those that it sends now.
    """
    from homeassistant.core import HomeAssistant
    from homeassistant.helpers import event, restore_state
    from homeassistant.util import dt

    clock = Clock(start)
    dt.utcnow = event.time_tracker_utcnow = lambda: datetime.datetime.fromtimestamp(clock.time(), datetime.UTC)
    dt.now = lambda zone=None: datetime.datetime.fromtimestamp(clock.time(), zone or dt.DEFAULT_TIME_ZONE)
    time.time = event.time_tracker_timestamp = clock.time
    restore_state.RestoreStateData.async_setup_dump = lambda *_: None
    loop = asyncio.SelectorEventLoop(clock)
    # Seconds since 1970 are exact to a microsecond.
    loop.time, loop._clock_resolution = clock.time, 1e-6

    async def whole(folder):
        hass = HomeAssistant(folder)
        sent = await started(hass, clock, package, unit)
        clock.now, clock.jumps = clock.time(), True
        automation = {"entity_id": hass.states.async_entity_ids("automation")[0]}
        for moment in moments:
            await asyncio.sleep(moment.timestamp() - clock.now)
            count = len(sent)
            await hass.services.async_call("automation", "trigger", automation, blocking=True)
            by_hand = [values for _, values in sent[count:]]
            del sent[count:]
            visit(moment, sent, by_hand)

    try:
        with tempfile.TemporaryDirectory() as folder:
            loop.run_until_complete(whole(folder))
    finally:
        time.time = REAL_TIME
